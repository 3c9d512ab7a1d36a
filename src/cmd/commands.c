#include "cli/command.h"

extern const struct command cmd_admit, cmd_check, cmd_diff, cmd_disclose, cmd_explain, cmd_extract,
    cmd_fingerprint, cmd_generate, cmd_graph, cmd_header, cmd_help, cmd_init, cmd_log, cmd_release,
    cmd_restore, cmd_result, cmd_review, cmd_roots, cmd_tools, cmd_validate, cmd_version;

const struct command *const commands[] = {
    &cmd_generate, &cmd_check,   &cmd_validate, &cmd_diff,    &cmd_extract,
    &cmd_init,     &cmd_roots,   &cmd_release,  &cmd_log,     &cmd_fingerprint,
    &cmd_disclose, &cmd_restore, &cmd_admit,    &cmd_tools,   &cmd_result,
    &cmd_review,   &cmd_header,  &cmd_graph,    &cmd_explain, &cmd_help,
    &cmd_version,  NULL,
};

#include "cli/command.h"

#include "base/version.h"

static void version_run(struct session *session, const void *options, struct operands operands);

static const struct example examples[] = {
    {"schemac --version", "print the version, to put it into a report"},
    {0},
};

const struct command cmd_version = {
    .name = "version",
    .operands = "",
    .summary = "print the version",
    .about = "Prints the name and the version of the program. `schemac --version` does the same.",
    .examples = examples,
    .run = version_run,
};

static void version_run(struct session *session, const void *options, struct operands operands)
{
    (void)options;
    (void)operands;
    buf_add(&session->out, S("schemac " SCHEMAC_VERSION "\n"));
}

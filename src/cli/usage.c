#include "cli/usage.h"

#include "base/file.h"

bool usage_refuse(struct session *session, const char *message)
{
    diag_report(&session->found, E0001, (place){0}, "%s", message);
    return false;
}

int usage_streams(const char *const *paths, ptrdiff_t count)
{
    int streams = 0;
    for (ptrdiff_t i = 0; i < count; i++)
        streams += file_is_stream(paths[i]);
    return streams;
}

bool usage_check_files(struct session *session, struct operands operands, const char *what,
                       int streams)
{
    for (ptrdiff_t i = 0; i < operands.count; i++)
        if (!*operands.at[i])
            return usage_refuse(session,
                                arena_printf(session->arena, "%s cannot be \"\"", what).data);
    return usage_streams(operands.at, operands.count) + streams <= 1 ||
           usage_refuse(session,
                        "standard input is named more than once, but can be read only once");
}

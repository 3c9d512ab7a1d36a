/*
 * judge.c - what the module pattern says of patterns, one JSON object a line:
 *
 *     {"pattern": "^a", "subjects": ["abc", "b"]}
 *
 * For each comes a line: "fine" or "warning" and, for each way to search, the verdicts on the
 * subjects in a row (1 matches, 0 fails, ? undecided); or "unsupported" or "error", the offset and
 * the message.
 */
#include "source/sources.h"
#include "validate/pattern.h"

#include <stdio.h>
#include <stdlib.h>

static void print_verdicts(struct pattern *pattern, const struct node *subjects,
                           enum pattern_way way)
{
    static const char letters[] = {
        [PATTERN_FAILS] = '0', [PATTERN_MATCHES] = '1', [PATTERN_UNDECIDED] = '?'};
    pattern_force(pattern, way);
    putchar(' ');
    for (uint32_t i = 0; i < subjects->count; i++)
        putchar(letters[pattern_search(pattern, node_text(node_item(subjects, i)))]);
}

static bool answer(struct arena *arena, str line)
{
    static const char *const words[] = {"fine", "warning", "unsupported", "error"};
    struct diag_list found = {.arena = arena};
    struct sources sources = {.arena = arena, .found = &found};
    struct document *document = sources_read(&sources, S("line.json"), line);
    const struct node *source = document ? node_get(document->root, S("pattern")) : NULL;
    const struct node *subjects = document ? node_get(document->root, S("subjects")) : NULL;
    if (!node_is(source, NODE_STRING) || !node_is(subjects, NODE_ARRAY))
        return false;

    struct pattern_fault fault;
    struct pattern *pattern = pattern_new(arena, node_text(source), &fault);
    printf("%s", words[fault.severity]);
    if (pattern)
        for (int way = PATTERN_BEST; way <= PATTERN_COUNTED; way++)
            print_verdicts(pattern, subjects, (enum pattern_way)way);
    else
        printf(" %td %.*s", fault.offset, (int)fault.message.len, fault.message.data);
    bool is_regex = pattern_is_regex(arena, node_text(source), NULL);
    if (fault.severity == PATTERN_FINE ? !is_regex
                                       : is_regex && fault.severity != PATTERN_UNSUPPORTED)
        printf(" and another word on whether it is a regular expression");
    putchar('\n');
    return true;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    bool understood = true;
    for (ssize_t len; understood && (len = getline(&line, &size, stdin)) >= 0;) {
        struct arena arena = {0};
        understood = answer(&arena, (str){line, (ptrdiff_t)len});
        arena_free(&arena);
    }
    free(line);
    if (!understood)
        fputs("judge: this is no question\n", stderr);
    return !understood || ferror(stdin) || fflush(stdout) != 0;
}

/*
 * Any bytes as a listing of tools: the first one chooses how deep it may be nested. Each tool is
 * judged by both profiles. The decision comes out the same again, and the same for a tool alone as
 * among others; the pointer of each reason leads to its node; no file is opened. What strict admits
 * has annotations that spec takes, too, and both mirror the same arguments then.
 */
#include "fuzz.h"

#include "base/host.h"
#include "contract/admission_record.h"
#include "schema/pointer.h"

#include <errno.h>
#include <string.h>

/* Holds no file to be opened; without this device there are other sources of chance. */
static int open_none(const char *path, int flags, mode_t mode)
{
    (void)flags;
    (void)mode;
    MUST(strcmp(path, "/dev/urandom") == 0, "no file is opened");
    errno = ENOENT;
    return -1;
}

/* All decisions on a listing, as the record for programs. */
static str decide(struct run *run, struct listing *listing, enum profile profile,
                  struct admission *ret_admissions)
{
    struct node_stack stack = {0};
    str text;
    for (ptrdiff_t i = 0; i < listing->count; i++)
        ret_admissions[i] = admission_judge(listing, &listing->tools[i], profile);
    admission_push(&stack, listing, ret_admissions, listing->count);
    node_close(&stack, 0, (struct node){.kind = NODE_OBJECT}, &run->arena);
    const struct node *record = node_pop(&stack, &run->arena);
    node_stack_done(&stack);
    bool is_written =
        fuzz_write(&run->arena, record, (struct write_options){.style = WRITE_EXACT}, &text);
    return is_written ? text : S("");
}

/* Holds what ADMISSION says to be about its tool. */
static void check(struct run *run, const struct admission *admission)
{
    const struct node *entry = admission->tool->entry;
    ptrdiff_t kept = 0;
    for (const struct rejection *one = admission->reasons; one; one = one->next, kept++) {
        MUST(pointer_resolve(&run->arena, entry, one->pointer).node == one->node,
             "a pointer leads to what is wrong");
        MUST(one->message && *one->message, "it is told in words");
    }
    MUST(kept <= ADMISSION_REASONS && kept <= admission->reason_count, "some reasons are kept");
    MUST((kept == 0) == (admission->reason_count == 0), "the first is");
    for (ptrdiff_t i = 0; i < admission->mirrored_count; i++) {
        const struct mirrored *one = &admission->mirrored[i];
        const struct node *at = tool_member(admission->tool, "inputSchema");
        MUST(one->depth > 0, "what is mirrored is an argument");
        for (ptrdiff_t k = 0; k < one->depth; k++)
            at = node_get(node_get(at, S("properties")), one->path[k]);
        MUST(node_get(at, S("x-mcp-header")) == one->annotation, "its path leads to it");
        MUST(node_is_text(one->annotation, one->header), "its header is what is annotated");
    }
}

/* Holds the decision on a tool alone to that among others. */
static void check_alone(const struct listing *listing, const struct admission *admission)
{
    struct tool tool = *admission->tool;
    struct listing alone = {.sources = listing->sources, .tools = &tool, .count = 1, .cap = 1};
    struct admission again = admission_judge(&alone, &tool, admission->profile);
    MUST(again.reason_count == admission->reason_count, "other tools do not change a decision");
    MUST(!again.reasons || (again.reasons->node == admission->reasons->node &&
                            again.reasons->reason == admission->reasons->reason),
         "nor its reason");
}

/* True when REASON is about an annotation. */
static bool is_of_annotation(enum admission_class reason)
{
    return reason >= ADMISSION_PLACEMENT && reason <= ADMISSION_SENSITIVE;
}

/* Holds what SPEC says to STRICT, of the same tool. */
static void check_both(const struct admission *spec, const struct admission *strict)
{
    bool is_cut = spec->reason_count > ADMISSION_REASONS;
    if (strict->reasons)
        return;
    for (const struct rejection *one = spec->reasons; one; one = one->next) {
        MUST(!is_of_annotation(one->reason), "spec takes the annotations that strict does");
        is_cut = is_cut || one->code == L1041;
    }
    MUST(is_cut || spec->mirrored_count == strict->mirrored_count, "and mirrors the same");
    for (ptrdiff_t i = 0; !is_cut && i < spec->mirrored_count; i++)
        MUST(spec->mirrored[i].annotation == strict->mirrored[i].annotation, "in the same order");
}

static void judge_listing(struct run *run, struct listing *listing)
{
    struct admission *admissions[2];
    for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++) {
        admissions[profile] = arena_new(&run->arena, struct admission, listing->count);
        str first = decide(run, listing, profile, admissions[profile]);
        MUST(str_equal(decide(run, listing, profile, admissions[profile]), first),
             "a decision comes out the same again");
    }
    for (ptrdiff_t i = 0; i < listing->count; i++) {
        enum { ALONE = 20 }; /* the metaschema is compiled for each */
        for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++) {
            check(run, &admissions[profile][i]);
            if (i < ALONE)
                check_alone(listing, &admissions[profile][i]);
            admission_report(listing, &admissions[profile][i]);
        }
        check_both(&admissions[PROFILE_SPEC][i], &admissions[PROFILE_STRICT][i]);
    }
    admission_warn_twins(listing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    str input = fuzz_input(data, size);
    bool is_deep = input.len && input.data[0] == 'd';
    struct run run;
    host.open = open_none;
    run_begin(&run, is_deep ? INSTANCE_DEPTH : 0);
    run.sources.policy.duplicates = DUPLICATES_WARN;
    struct listing listing = {.sources = &run.sources};
    struct document *document =
        sources_read(&run.sources, S("tools"), str_skip(input, input.len > 0));
    if (document && listing_add(&listing, document))
        judge_listing(&run, &listing);
    run_end(&run);
    return 0;
}

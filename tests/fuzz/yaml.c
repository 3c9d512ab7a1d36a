/*
 * Any bytes as a YAML document, or as what looks like JSON: what is read is well-formed, stands in
 * its text, and comes back the same from each style of writing.
 */
#include "fuzz.h"

/* True when TEXT may hold aliases, merges or tags, by which a value stands in some other place. */
static bool has_detours(str text)
{
    return str_find_byte(text, '*') >= 0 || str_find_byte(text, '<') >= 0 ||
           str_find_byte(text, '!') >= 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run;
    run_begin(&run, 0);
    struct document *document = sources_read(&run.sources, S("input.yaml"), fuzz_input(data, size));
    MUST(!document == run_failed(&run), "a document that cannot be read has an error");
    if (document && fuzz_round_trip(&run, document->root)) {
        fuzz_check_document(document, !has_detours(document->text.chars));
        fuzz_report_faults(&run, document->root);
        MUST(document->faults || !run_failed(&run), "what is read has no errors but its faults");
    }
    sources_warn_unreached(&run.sources);
    run_end(&run);
    return 0;
}

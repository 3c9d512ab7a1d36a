/*
 * Strings: what patterns and formats ask, of the lengths at which schemes draw lines.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "drift/sample_inner.h"

enum {
    PATTERN_TEXTS = 260, /* of one pattern */
    PATTERNS = 12,
    PADDED = 24, /* texts that are made longer */
    SERIES_CAP = 1200
};

static void offer_text(struct search *search, str text)
{
    if (text.len <= 4 * (ptrdiff_t)LENGTH_CAP)
        search_offer(search, node_string(text));
}

static void offer_texts_of(struct search *search, const struct list *texts)
{
    for (ptrdiff_t i = 0; i < texts->count && !search_is_over(search); i++)
        offer_text(search, *(const str *)texts->at[i]);
}

/* BEFORE times COUNT, TEXT, AFTER times MORE; the two are one byte each. */
static str padded(struct arena *arena, char before, uint64_t count, str text, char after,
                  uint64_t more)
{
    struct buf out = buf_in(arena, 5 * (ptrdiff_t)LENGTH_CAP);
    buf_add_bytes(&out, before, (ptrdiff_t)count);
    buf_add(&out, text);
    buf_add_bytes(&out, after, (ptrdiff_t)more);
    return buf_view(&out);
}

static void add_length(struct arena *arena, struct list *lengths, uint64_t length)
{
    uint64_t *kept = arena_new(arena, uint64_t, 1);
    if (length > LENGTH_CAP)
        return;
    for (ptrdiff_t i = 0; i < lengths->count; i++)
        if (*(const uint64_t *)lengths->at[i] == length)
            return;
    *kept = length;
    list_add(arena, lengths, kept);
}

/* All lengths to try, those at the limits first. */
static void add_lengths(struct search *search, const struct list *named, struct list *lengths)
{
    struct arena *scratch = search_scratch(search);
    for (ptrdiff_t i = 0; i < named->count && i < 20; i++) {
        uint64_t length = *(const uint64_t *)named->at[i];
        add_length(scratch, lengths, length);
        add_length(scratch, lengths, length + (length < UINT64_MAX));
        if (length)
            add_length(scratch, lengths, length - 1);
    }
}

/* Makes the first TEXTS as long as each of LENGTHS, in front or at the end. */
static void offer_longer(struct search *search, const struct list *texts,
                         const struct list *lengths)
{
    struct arena *scratch = search_scratch(search);
    for (ptrdiff_t i = 0; i < texts->count && i < PADDED; i++)
        for (ptrdiff_t k = 0; k < lengths->count && !search_is_over(search); k++) {
            str text = *(const str *)texts->at[i];
            uint64_t count = (uint64_t)utf8_count(text), length = *(const uint64_t *)lengths->at[k];
            if (length <= count)
                continue;
            search_charge(search, 1 + (length - count) / 64);
            offer_text(search, padded(scratch, 'a', 0, text, 'a', length - count));
            offer_text(search, padded(scratch, 'a', length - count, text, 'a', 0));
        }
}

/* What is matched with something in front of it, behind it, less or more of it. */
static void offer_near(struct search *search, const struct list *texts)
{
    struct arena *scratch = search_scratch(search);
    for (ptrdiff_t i = 0; i < texts->count && i < PADDED && !search_is_over(search); i++) {
        str text = *(const str *)texts->at[i];
        if (text.len > 1000)
            continue;
        ptrdiff_t first = utf8_skip(text, 0, 1), last = utf8_unskip(text, text.len, 1);
        offer_text(search, padded(scratch, 'a', 1, text, 'a', 0));
        offer_text(search, padded(scratch, 'a', 0, text, 'a', 1));
        offer_text(search, padded(scratch, ' ', 1, text, ' ', 1));
        offer_text(search, padded(scratch, '-', 0, text, '-', 1));
        offer_text(search, padded(scratch, '0', 0, text, '0', 1));
        offer_text(search, str_skip(text, first));
        offer_text(search, str_first(text, last));
        offer_text(search, padded(scratch, 'a', 0, text, '\n', 1));
    }
}

/* Texts in which two patterns stand one behind the other. */
static void offer_pairs(struct search *search, const struct list *patterns)
{
    struct arena *scratch = search_scratch(search);
    struct list none = {0};
    for (ptrdiff_t i = 0; i < patterns->count && i < 4; i++)
        for (ptrdiff_t k = 0; k < patterns->count && k < 4; k++) {
            struct list a = {0}, b = {0};
            if (i == k)
                continue;
            pattern_texts(scratch, patterns->at[i], &none, &none, 8, &a);
            pattern_texts(scratch, patterns->at[k], &none, &none, 8, &b);
            for (ptrdiff_t m = 0; m < a.count * b.count && !search_is_over(search); m++) {
                struct buf out = buf_in(scratch, 5 * (ptrdiff_t)LENGTH_CAP);
                buf_add(&out, *(const str *)a.at[m / b.count]);
                buf_add(&out, *(const str *)b.at[m % b.count]);
                offer_text(search, buf_view(&out));
            }
        }
}

static void offer_generic(struct search *search)
{
    static const char *const texts[] = {"a",
                                        "",
                                        "A",
                                        "0",
                                        "b",
                                        "a b",
                                        "-",
                                        "_",
                                        "1.5",
                                        "a/b",
                                        "true",
                                        "null",
                                        "\xC3\xA9",
                                        "aB1!",
                                        " ",
                                        "\n",
                                        "x-a",
                                        "$a",
                                        "a.b",
                                        "a-b",
                                        "unknown",
                                        "{}",
                                        "e30=",
                                        "[1]",
                                        "zzzz",
                                        "a@b.c",
                                        "12345",
                                        "ABC",
                                        "\xF0\x9F\x98\x80",
                                        "aaaaaaaaaaaaaaaaaaaa"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        offer_text(search, str_of(texts[i]));
}

/* Many, for those who want all of them to be different. */
static void offer_series(struct search *search, uint64_t min_length)
{
    struct arena *scratch = search_scratch(search);
    ptrdiff_t most = search->max < SERIES_CAP ? 2 * search->max : SERIES_CAP;
    for (ptrdiff_t i = 0; search->max > 3 && i < most && !search_is_over(search); i++) {
        str text = arena_printf(scratch, "%td", i);
        offer_text(search, text);
        if ((uint64_t)text.len < min_length && min_length <= LENGTH_CAP)
            offer_text(search, padded(scratch, 'a', min_length - (uint64_t)text.len, text, 'a', 0));
    }
}

/* The texts of all patterns and formats of FACTS, with the lines of OTHER. */
static void add_asked(struct search *search, const struct facts *facts, const struct facts *other,
                      const struct list *lengths, bool is_valid, struct list *texts)
{
    struct arena *scratch = search_scratch(search);
    struct list lines = {0};
    for (ptrdiff_t i = 0; i < facts->patterns.count; i++)
        list_add(scratch, &lines, facts->patterns.at[i]);
    for (ptrdiff_t i = 0; i < other->patterns.count; i++)
        list_add(scratch, &lines, other->patterns.at[i]);
    for (ptrdiff_t i = 0; i < facts->formats.count; i++)
        format_texts(scratch, facts->formats.at[i], is_valid, texts);
    for (ptrdiff_t i = 0; i < facts->patterns.count && i < PATTERNS; i++) {
        ptrdiff_t before = texts->count;
        pattern_texts(scratch, facts->patterns.at[i], &lines, lengths,
                      search->max == 1 && !search->other ? PATTERN_TEXTS / 4 : PATTERN_TEXTS,
                      texts);
        search_charge(search, (uint64_t)(texts->count - before));
    }
}

void offer_texts(struct search *search)
{
    const struct facts *must = &search->must, *may = &search->may;
    struct arena *scratch = search_scratch(search);
    struct list lengths = {0}, asked = {0}, hinted = {0};
    bool is_free = !must->patterns.count && !must->formats.count && !must->has_content;
    add_lengths(search, &must->lengths, &lengths);
    if (is_free && must->min_length <= LENGTH_CAP)
        offer_text(search,
                   padded(scratch, 'a', must->min_length ? must->min_length : 1, S(""), 'a', 0));
    add_lengths(search, &may->lengths, &lengths);
    add_asked(search, must, may, &lengths, true, &asked);
    offer_texts_of(search, &asked);
    add_asked(search, may, must, &lengths, false, &hinted);
    offer_texts_of(search, &hinted);
    for (ptrdiff_t i = 0; i < lengths.count && !search_is_over(search); i++)
        offer_text(search, padded(scratch, 'a', *(const uint64_t *)lengths.at[i], S(""), 'a', 0));
    offer_generic(search);
    offer_longer(search, &asked, &lengths);
    offer_longer(search, &hinted, &lengths);
    offer_near(search, &asked);
    offer_near(search, &hinted);
    offer_pairs(search, &must->patterns);
    offer_series(search, must->min_length);
}

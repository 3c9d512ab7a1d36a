/* Labels of international host names: what each rule says, and normalisation. */
#include "validate/idna.h"

#include "tap.h"

/* Up to eight code points, then 0. */
struct row {
    uint32_t codes[9];
    const char *about;
};

static ptrdiff_t count_of(const struct row *row)
{
    ptrdiff_t count = 0;
    while (row->codes[count])
        count++;
    return count;
}

static const struct row good_labels[] = {
    {{'a', 0xFC}, "Latin"},
    {{'l', 0xB7, 'l', 0xB7, 'l'}, "middle dots between l"},
    {{0x375, 0x3B1}, "a keraia first"},
    {{0x5D0, 0x5F3}, "a geresh last"},
    {{0x5D0, 0x5B8, 0x5F4, 0x5D1}, "gershayim behind a point of Hebrew"},
    {{0x915, 0x94D, 0x200D}, "a joiner behind a virama"},
    {{0x628, 0x64E, 0x200C, 0x64E, 0x628}, "a non-joiner, marks on both sides"},
    {{0xA872, 0x200C, 0x628}, "a non-joiner behind what joins to the left"},
    {{0x628, 0x200C, 0x627}, "and before what joins to the right"},
    {{0x660, 0x669}, "Arabic-Indic digits"},
    {{0x6F0, 0x6F9}, "extended ones"},
    {{0x30FB, 'a', 0x3006, 0x4E00}, "a Katakana middle dot with Han"},
    {{'a', '-', '-', 0xFC}, "hyphens in the second and third place"},
    {{0xDF, 0x3C2, 0x6FD, 0xF0B, 0x3007}, "the exceptions"},
};

static const struct row bad_labels[] = {
    {{'-', 0xFC}, "a hyphen first"},
    {{0xFC, '-'}, "a hyphen last"},
    {{'a', 'b', '-', '-', 0xFC}, "hyphens in the third and fourth place"},
    {{0x308, 'u'}, "a mark first"},
    {{'a', 0xA9}, "a symbol"},
    {{0xDC}, "a capital"},
    {{'A', 0xFC}, "a capital of ASCII"},
    {{'_', 0xFC}, "an underscore"},
    {{0xFB01}, "a ligature"},
    {{0x1100}, "a Hangul jamo"},
    {{0xAD}, "a soft hyphen"},
    {{0x378}, "what is not assigned"},
    {{0x10FFFF}, "what is no character"},
    {{0x640}, "an exception"},
    {{0xB7, 'l'}, "a middle dot first"},
    {{'l', 0xB7}, "a middle dot last"},
    {{'L', 0xB7, 'L'}, "a middle dot between capitals"},
    {{0x3B1, 0x375}, "a keraia last"},
    {{0x5F3, 0x5D0}, "a geresh first"},
    {{'a', 0x200D}, "a joiner behind a letter"},
    {{0x200C}, "a non-joiner alone"},
    {{0x627, 0x200C, 0x628}, "a non-joiner behind what does not join to the left"},
    {{0x628, 0x200C, 'a'}, "a non-joiner before what does not join"},
    {{0x628, 0x64E, 0x200C, 0x64E}, "a non-joiner before marks alone"},
    {{0x660, 'a', 0x6F0}, "digits of both kinds"},
    {{'a', 0x30FB}, "a Katakana middle dot with Latin"},
};

static const struct row normal[] = {
    {{'a'}, "ASCII"},
    {{0xE9}, "what is one already"},
    {{'q', 0x301}, "what makes nothing"},
    {{'q', 0x323, 0x307}, "marks in order"},
    {{0x1F02}, "Greek that is made of three"},
    {{0x1E69}, "what is made of three"},
    {{0xAC01}, "Hangul"},
    {{0x11131, 'a', 0x11127}, "what would make one, were it not for a letter between"},
};

static const struct row not_normal[] = {
    {{'e', 0x301}, "two that make one"},
    {{'q', 0x307, 0x323}, "marks out of order"},
    {{0x1E61, 0x323}, "one that has to be taken apart first"},
    {{'s', 0x323, 0x307}, "three that make one"},
    {{0x3B1, 0x313, 0x300}, "Greek that makes one"},
    {{0x1F00, 0x300}, "two that make the same"},
    {{0x11131, 0x11127}, "two without a combining class"},
    {{0x304B, 0x3099}, "Kana and its mark"},
    {{'a', 'e', 0x301, 'x'}, "in the middle"},
    {{'a', 0x5B0, 0x301}, "two that make one past a mark"},
    {{'a', 0x334, 0x304}, "the same, in order"},
};

static void test_bidi(void)
{
    static const struct row good[] = {
        {{'a'}, "Latin"},
        {{'a', '-', '1'}, "Latin, hyphen and digit"},
        {{'a', 0x303}, "Latin and a mark"},
        {{0x5D0, '-', 0x5D1}, "Hebrew and hyphen"},
        {{0x5D0, '1'}, "Hebrew and a digit"},
        {{0x628, 0x661, 0x64E}, "Arabic, its digit, a mark"},
    };
    static const struct row bad[] = {
        {{'1', 'a'}, "1: a digit first"},         {{0x661}, "1: an Arabic digit first"},
        {{0x5D0, 'a', 0x5D1}, "2: Latin within"}, {{0x5D0, '-', 0x5B0}, "3: a hyphen last"},
        {{0x5D0, '1', 0x661}, "4: two kinds"},    {{'a', 0x5D0}, "5: Hebrew within"},
        {{'a', 0x661}, "5: an Arabic digit"},     {{'a', '-', 0x303}, "6: a hyphen last"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ok(!idna_bidi_fault(good[i].codes, count_of(&good[i])), "bidi: %s", good[i].about);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ok(idna_bidi_fault(bad[i].codes, count_of(&bad[i])), "not bidi: %s", bad[i].about);
    ok(!idna_is_bidi(good[0].codes, 1) && idna_is_bidi(good[3].codes, 3), "whom it concerns");
    ok(idna_is_bidi((const uint32_t[]){'a', 0x661}, 2), "Arabic digits too");
    ok(!idna_is_bidi((const uint32_t[]){0x6F1}, 1), "but not extended ones");
}

int main(void)
{
    for (size_t i = 0; i < sizeof good_labels / sizeof *good_labels; i++)
        ok(!idna_label_fault(good_labels[i].codes, count_of(&good_labels[i])), "a label: %s",
           good_labels[i].about);
    for (size_t i = 0; i < sizeof bad_labels / sizeof *bad_labels; i++)
        ok(idna_label_fault(bad_labels[i].codes, count_of(&bad_labels[i])), "no label: %s",
           bad_labels[i].about);
    for (size_t i = 0; i < sizeof normal / sizeof *normal; i++)
        ok(idna_is_normal(normal[i].codes, count_of(&normal[i])), "normal: %s", normal[i].about);
    for (size_t i = 0; i < sizeof not_normal / sizeof *not_normal; i++)
        ok(!idna_is_normal(not_normal[i].codes, count_of(&not_normal[i])), "not normal: %s",
           not_normal[i].about);
    test_bidi();
    return done_testing();
}

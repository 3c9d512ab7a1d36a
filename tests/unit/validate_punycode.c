/* Punycode, both ways. */
#include "validate/punycode.h"

#include "base/utf8.h"
#include "tap.h"

#include <string.h>

/* The code points of TEXT. */
static ptrdiff_t codes_of(const char *text, uint32_t *label)
{
    ptrdiff_t count = 0, len;
    for (str rest = str_of(text); rest.len; rest = str_skip(rest, len))
        label[count++] = utf8_decode(rest, &len);
    return count;
}

/* Some are samples of RFC 3492, section 7.1. */
static const struct {
    const char *text, *code;
} samples[] = {
    {"b\xC3\xBC"
     "cher",
     "bcher-kva"},
    {"m\xC3\xBCnchen", "mnchen-3ya"},
    {"\xC3\xBC", "tda"},
    {"\xE4\xBB\x96\xE4\xBB\xAC\xE4\xB8\xBA\xE4\xBB\x80\xE4\xB9\x88\xE4\xB8\x8D\xE8\xAF\xB4\xE4\xB8\xAD"
     "\xE6\x96\x87",
     "ihqwcrb4cv8a8dqg056pqjye"},
    {"3\xE5\xB9\xB4"
     "B\xE7\xB5\x84\xE9\x87\x91\xE5\x85\xAB\xE5\x85\x88\xE7\x94\x9F",
     "3B-ww4c5e180e575a65lsy2b"},
    {"-> $1.00 <-", "-> $1.00 <--"},
    {"\xF0\x9F\x98\x80", "e28h"},
    {"\xF4\x8F\xBF\xBF", "dn32g"},
    {"", ""},
};

static void test_samples(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint32_t label[PUNYCODE_LABEL_MAX], again[PUNYCODE_LABEL_MAX];
        char code[100];
        ptrdiff_t count = codes_of(samples[i].text, label);
        ptrdiff_t len = punycode_encode(label, count, code, (ptrdiff_t)sizeof code);
        is_str((str){code, len}, samples[i].code, "encodes to '%s'", samples[i].code);
        is_int(punycode_decode(str_of(samples[i].code), again, PUNYCODE_LABEL_MAX), count,
               "which decodes to as many code points");
        ok(memcmp(label, again, (size_t)count * sizeof *label) == 0, "to the same");
        ok(len == 0 || punycode_encode(label, count, code, len - 1) == -1, "and needs its room");
        ok(count == 0 || punycode_decode(str_of(samples[i].code), again, count - 1) == -1,
           "both ways");
    }
}

static void test_faults(void)
{
    static const char *const faults[] = {
        "bcher-kv",     /* cut off */
        "bcher-kv!",    /* no digit */
        "\xC3\xBC",     /* no ASCII */
        "\xC3\xBC-tda", /* nor before the hyphen */
        "dn32h",        /* U+110000 */
        "99999999",     /* far beyond */
        "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
        "ib9b", /* U+D800 */
        "a-9",
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        uint32_t label[PUNYCODE_LABEL_MAX];
        is_int(punycode_decode(str_of(faults[i]), label, PUNYCODE_LABEL_MAX), -1,
               "'%s' is no Punycode", faults[i]);
    }
}

/* Whatever is encoded comes back; whatever decodes, encodes to as much. */
static void test_random(void)
{
    uint64_t random = 1;
    int bad = 0, decoded = 0;
    for (int trial = 0; trial < 20000; trial++) {
        uint32_t label[PUNYCODE_LABEL_MAX], again[PUNYCODE_LABEL_MAX];
        char code[1000];
        random = random * 6364136223846793005u + 1442695040888963407u;
        ptrdiff_t count = (ptrdiff_t)(random >> 40) % (PUNYCODE_LABEL_MAX + 1);
        for (ptrdiff_t i = 0; i < count; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            uint32_t range = random >> 62 == 0 ? 0x80 : random >> 62 == 1 ? 0xD800 : 0x110000;
            label[i] = (uint32_t)(random >> 20) % range;
            label[i] = label[i] >= 0xD800 && label[i] < 0xE000 ? 'x' : label[i];
        }
        ptrdiff_t len = punycode_encode(label, count, code, (ptrdiff_t)sizeof code);
        bad += punycode_decode((str){code, len}, again, PUNYCODE_LABEL_MAX) != count ||
               memcmp(label, again, (size_t)count * sizeof *label) != 0;

        for (ptrdiff_t i = 0; i < 8; i++)
            code[i] = "abcdefghijklmnopqrstuvwxyz0123456789-A"[(random >> (i * 8)) % 38];
        count = punycode_decode((str){code, 8}, again, PUNYCODE_LABEL_MAX);
        decoded += count >= 0;
        bad += count > PUNYCODE_LABEL_MAX;
    }
    is_int(bad, 0, "random labels come back; %d random codes decode", decoded);
}

int main(void)
{
    test_samples();
    test_faults();
    test_random();
    return done_testing();
}

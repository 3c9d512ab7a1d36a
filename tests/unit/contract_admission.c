/*
 * Which descriptors are admitted, by both profiles: first data of our own, then the vectors and the
 * captures of the corpus, which is in $SCHEMAC_CORPUS or ../shared/corpus; without it those are
 * skipped. What the specification leaves open is stated and right either way.
 */
#include "base/file.h"
#include "contract/admission_record.h"
#include "reading.h"
#include "schema/pointer.h"
#include "tap.h"
#include "vectors.h"

#include <string.h>

/* One listing, and what is read for it. */
struct fixture {
    struct reading reading;
    struct listing listing;
};

static void fixture_begin(struct fixture *f)
{
    *f = (struct fixture){0};
    reading_begin(&f->reading,
                  (struct read_policy){.duplicates = DUPLICATES_WARN, .max_depth = INSTANCE_DEPTH});
    f->listing.sources = &f->reading.sources;
}

/* Adds the tools in TEXT, a listing. */
static void fixture_add(struct fixture *f, str text)
{
    bool is_read = reading_read(&f->reading, "tools.json", text) &&
                   listing_add(&f->listing, f->reading.document);
    ok(is_read, "a listing of %td bytes", text.len);
}

static void fixture_end(struct fixture *f)
{
    reading_close(&f->reading);
}

/* True when the pointer of each reason leads to its node. */
static bool pointers_lead(struct fixture *f, const struct admission *admission)
{
    for (const struct rejection *one = admission->reasons; one; one = one->next)
        if (pointer_resolve(&f->reading.arena, admission->tool->entry, one->pointer).node !=
            one->node)
            return false;
    return true;
}

/* "accepted", or the word of the first reason. */
static const char *outcome(const struct admission *admission)
{
    return admission->reasons ? admission_word(admission->reasons->reason) : "accepted";
}

/* "accepted", or all reasons: "word pointer, word pointer". */
static str all_reasons(struct fixture *f, const struct admission *admission)
{
    struct buf out = buf_in(&f->reading.arena, PTRDIFF_MAX);
    if (!admission->reasons)
        return S("accepted");
    for (const struct rejection *one = admission->reasons; one; one = one->next)
        buf_printf(&out, "%s%s %.*s", out.len ? ", " : "", admission_word(one->reason),
                   (int)one->pointer.len, one->pointer.data);
    return buf_view(&out);
}

/* The codes of the warnings: "W1041 W1042"; none is "". */
static str warnings(struct fixture *f)
{
    struct buf out = buf_in(&f->reading.arena, PTRDIFF_MAX);
    for (const struct diag *diag = f->reading.found.first; diag; diag = diag->next)
        buf_printf(&out, "%s%s", out.len ? " " : "", diag_code_name(diag->code));
    return buf_view(&out);
}

/* ---- descriptors of our own ------------------------------------------------------------------ */

/* An object schema with these members, as an input schema; and one with these properties. */
#define INPUT(members) "{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", " members "}}"
#define ARGUMENTS(properties) INPUT("\"properties\": {" properties "}")
#define MIRROR(name, header)                                                                       \
    "\"" name "\": {\"type\": \"string\", \"x-mcp-header\": \"" header "\"}"

static const struct descriptor {
    const char *text, *strict, *spec; /* all reasons */
    const char *warned;               /* with spec; NULL: of nothing */
} descriptors[] = {
    /* names */
    {"{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}", "accepted", "accepted", NULL},
    {"{\"inputSchema\": {\"type\": \"object\"}}", "name ", "name ", NULL},
    {"{\"name\": 1, \"inputSchema\": {\"type\": \"object\"}}", "name /name", "name /name", NULL},
    {"{\"name\": \"\", \"inputSchema\": {\"type\": \"object\"}}", "name /name", "accepted",
     "W1041"},
    {"{\"name\": \"a b\", \"inputSchema\": {\"type\": \"object\"}}", "accepted", "accepted",
     "W1041"},
    {"{\"name\": \"a\\u0000b\", \"inputSchema\": {\"type\": \"object\"}}", "accepted", "accepted",
     "W1041"},
    /* what schemas have to be */
    {"{\"name\": \"t\"}", "input-schema ", "input-schema ", NULL},
    {"{\"name\": \"t\", \"inputSchema\": true}", "input-schema /inputSchema",
     "input-schema /inputSchema", NULL},
    {"{\"name\": \"t\", \"inputSchema\": {}}", "input-schema /inputSchema",
     "input-schema /inputSchema", NULL},
    {"{\"name\": \"t\", \"inputSchema\": {\"type\": [\"object\"]}}",
     "input-schema /inputSchema/type", "input-schema /inputSchema/type", NULL},
    {"{\"name\": \"t\", \"input_schema\": {\"type\": \"object\"}}", "input-schema ",
     "input-schema ", NULL},
    {"{\"inputSchema\": {\"type\": \"list\"}, \"outputSchema\": 1}",
     "name , input-schema /inputSchema/type, output-schema /outputSchema",
     "name , input-schema /inputSchema/type, input-schema /inputSchema/type, "
     "output-schema /outputSchema",
     NULL},
    {INPUT("\"a\": 1}, \"outputSchema\": null, \"b\": {"), "accepted",
     "output-schema /outputSchema", NULL},
    {INPUT("\"a\": 1}, \"outputSchema\": {\"type\": \"array\"}, \"b\": {"), "accepted", "accepted",
     NULL},
    {INPUT("\"a\": 1}, \"outputSchema\": {\"type\": \"arr\"}, \"b\": {"), "accepted",
     "output-schema /outputSchema/type", NULL},
    /* dialects */
    {INPUT("\"$schema\": 7"), "accepted", "input-schema /inputSchema/$schema", NULL},
    {INPUT("\"$schema\": \"https://schemas.example/own\""), "accepted",
     "input-schema /inputSchema/$schema", NULL},
    {INPUT("\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"items\": [true]"),
     "accepted", "accepted", NULL},
    {INPUT("\"$schema\": \"http://json-schema.org/draft-04/schema#\", \"exclusiveMinimum\": true, "
           "\"minimum\": 1"),
     "accepted", "accepted", NULL},
    {INPUT("\"items\": [true]"), "accepted", "input-schema /inputSchema/items", NULL},
    {INPUT("\"$defs\": {\"a\": {\"$id\": \"a\", \"$schema\": "
           "\"http://json-schema.org/draft-07/schema#\", \"items\": [{\"minLength\": 1}]}}"),
     "accepted", "accepted", NULL},
    {INPUT("\"$defs\": {\"a\": {\"$id\": \"a\", \"$schema\": "
           "\"http://json-schema.org/draft-07/schema#\", \"items\": [{\"minLength\": -1}]}}, "
           "\"required\": 1"),
     "accepted",
     "input-schema /inputSchema/$defs/a/items/0/minLength, input-schema /inputSchema/required",
     NULL},
    {INPUT("\"openapi\": \"3.1.0\", \"components\": {}, \"required\": 1"), "accepted",
     "input-schema /inputSchema/required", NULL},
    /* what is in them */
    {INPUT("\"pattern\": \"(\""), "accepted", "input-schema /inputSchema/pattern", NULL},
    {INPUT("\"$defs\": {\"a\": {\"$ref\": \"#/$defs/b\"}}"), "accepted",
     "input-schema /inputSchema/$defs/a/$ref", NULL},
    {INPUT("\"$defs\": {\"a\": {\"$ref\": \"https://schemas.example/a\"}}"), "accepted",
     "input-schema /inputSchema/$defs/a/$ref", NULL},
    {INPUT("\"$defs\": {\"a\": {\"$ref\": \"tools.json\"}}"), "accepted",
     "input-schema /inputSchema/$defs/a/$ref", NULL},
    {INPUT("\"$id\": \"file:///etc/\", \"$defs\": {\"a\": {\"$ref\": \"passwd\"}}"), "accepted",
     "input-schema /inputSchema/$defs/a/$ref", NULL},
    {INPUT("\"$id\": \"https://schemas.example/a\", \"$defs\": {\"a\": {\"$ref\": \"a#/$defs/b\"}, "
           "\"b\": {\"$anchor\": \"c\"}, \"d\": {\"$ref\": \"#c\"}, \"e\": {\"$ref\": "
           "\"https://json-schema.org/draft/2020-12/schema\"}}"),
     "accepted", "accepted", NULL},
    /* where annotations may stand */
    {ARGUMENTS(MIRROR("r", "Region")), "accepted", "accepted", NULL},
    {ARGUMENTS("\"o\": {\"properties\": {" MIRROR("r", "Region") "}}"),
     "placement /inputSchema/properties/o/properties/r/x-mcp-header", "accepted", NULL},
    {ARGUMENTS("\"x-mcp-header\": {\"type\": \"string\"}"),
     "placement /inputSchema/properties/x-mcp-header", "accepted", NULL},
    {ARGUMENTS(MIRROR("properties", "A") ", " MIRROR("", "B")), "accepted", "accepted", NULL},
    {ARGUMENTS("\"properties\": {" MIRROR("r", "Region") "}"),
     "placement /inputSchema/properties/properties/r/x-mcp-header", "accepted", NULL},
    {INPUT("\"$schema\": \"http://json-schema.org/draft-07/schema#\", \"$defs\": {" MIRROR(
         "r", "Region") "}"),
     "placement /inputSchema/$defs/r/x-mcp-header", "placement /inputSchema/$defs/r/x-mcp-header",
     NULL},
    {ARGUMENTS("\"r\": {\"additionalItems\": {\"properties\": {" MIRROR("r", "R") "}}}"),
     "placement /inputSchema/properties/r/additionalItems/properties/r/x-mcp-header",
     "placement /inputSchema/properties/r/additionalItems/properties/r/x-mcp-header", NULL},
    {INPUT("\"x-mcp-header\": \"A\""), "placement /inputSchema/x-mcp-header",
     "placement /inputSchema/x-mcp-header", NULL},
    {ARGUMENTS("\"l\": {\"items\": {\"type\": \"string\", \"x-mcp-header\": \"A\"}}"),
     "placement /inputSchema/properties/l/items/x-mcp-header",
     "placement /inputSchema/properties/l/items/x-mcp-header", NULL},
    {ARGUMENTS("\"l\": {\"anyOf\": [{\"properties\": {" MIRROR("r", "A") "}}]}"),
     "placement /inputSchema/properties/l/anyOf/0/properties/r/x-mcp-header",
     "placement /inputSchema/properties/l/anyOf/0/properties/r/x-mcp-header", NULL},
    {ARGUMENTS("\"l\": {\"default\": {" MIRROR("r", "A") "}, \"enum\": [{" MIRROR("r", "A") "}]}"),
     "placement /inputSchema/properties/l/default/r/x-mcp-header, "
     "placement /inputSchema/properties/l/enum/0/r/x-mcp-header",
     "accepted", NULL},
    {INPUT("\"x-own\": {" MIRROR("r", "A") "}"), "placement /inputSchema/x-own/r/x-mcp-header",
     "accepted", NULL},
    /* by references */
    {INPUT("\"$defs\": {" MIRROR("r", "A") "}"), "placement /inputSchema/$defs/r/x-mcp-header",
     "placement /inputSchema/$defs/r/x-mcp-header", NULL},
    {INPUT("\"x-own\": {" MIRROR("r", "A") "}, \"properties\": {\"a\": {\"$ref\": \"#/x-own/r\"}}"),
     "placement /inputSchema/x-own/r/x-mcp-header", "placement /inputSchema/x-own/r/x-mcp-header",
     NULL},
    {INPUT("\"x-own\": {\"o\": {\"properties\": {" MIRROR(
         "r", "A") "}}}, \"properties\": {\"a\": {\"$ref\": \"#/x-own/o\"}}"),
     "placement /inputSchema/x-own/o/properties/r/x-mcp-header",
     "placement /inputSchema/x-own/o/properties/r/x-mcp-header", NULL},
    {ARGUMENTS(MIRROR("r", "A") ", \"s\": {\"$ref\": \"#/properties/r\"}"), "accepted", "accepted",
     NULL},
    {ARGUMENTS(MIRROR("r", "A") ", \"s\": {\"$ref\": \"#\"}"), "accepted", "accepted", NULL},
    /* what they say */
    {ARGUMENTS(MIRROR("r", "My Region")), "header-token /inputSchema/properties/r/x-mcp-header",
     "header-token /inputSchema/properties/r/x-mcp-header", NULL},
    {ARGUMENTS(MIRROR("r", "A\\n")), "header-token /inputSchema/properties/r/x-mcp-header",
     "header-token /inputSchema/properties/r/x-mcp-header", NULL},
    {ARGUMENTS(MIRROR("r", "A\\u0000")), "header-token /inputSchema/properties/r/x-mcp-header",
     "header-token /inputSchema/properties/r/x-mcp-header", NULL},
    {ARGUMENTS("\"r\": {\"x-mcp-header\": {\"x-mcp-header\": \"A\"}}"),
     "header-token /inputSchema/properties/r/x-mcp-header, "
     "placement /inputSchema/properties/r/x-mcp-header/x-mcp-header",
     "header-token /inputSchema/properties/r/x-mcp-header", NULL},
    {ARGUMENTS(MIRROR("r~/", "A") ", " MIRROR("s", "a")),
     "header-duplicate /inputSchema/properties/s/x-mcp-header",
     "header-duplicate /inputSchema/properties/s/x-mcp-header", NULL},
    {ARGUMENTS("\"r~/\": {\"x-mcp-header\": \"A\"}, " MIRROR("s", "a")),
     "header-type /inputSchema/properties/r~0~1, "
     "header-duplicate /inputSchema/properties/s/x-mcp-header",
     "header-type /inputSchema/properties/r~0~1, "
     "header-duplicate /inputSchema/properties/s/x-mcp-header",
     NULL},
    {ARGUMENTS("\"r\": {\"type\": [\"string\"], \"x-mcp-header\": \"A\"}"),
     "header-type /inputSchema/properties/r/type", "header-type /inputSchema/properties/r/type",
     NULL},
    {ARGUMENTS("\"r\": {\"type\": \"number\", \"x-mcp-header\": \"Token\"}"),
     "header-type /inputSchema/properties/r/type", "header-type /inputSchema/properties/r/type",
     NULL},
    {ARGUMENTS(
         "\"r\": {\"type\": \"number\", \"x-mcp-header\": \"A\"}, \"r\": {\"type\": \"boolean\", "
         "\"x-mcp-header\": \"a b\", \"x-mcp-header\": \"A\"}"),
     "accepted", "accepted", "W0302 W0302"},
    /* secrets */
    {ARGUMENTS(MIRROR("PassWord", "A")), "sensitive /inputSchema/properties/PassWord/x-mcp-header",
     "accepted", "W1042"},
    {ARGUMENTS(MIRROR("r", "api_key")), "sensitive /inputSchema/properties/r/x-mcp-header",
     "accepted", "W1042"},
    {ARGUMENTS(MIRROR("to\\u212Aen", "A")),
     "sensitive /inputSchema/properties/to\u212Aen/x-mcp-header", "accepted", "W1042"},
    {ARGUMENTS(MIRROR("tokens", "A") ", " MIRROR("api-key", "B") ", " MIRROR(
         "to\\u212Ben", "C") ", "
                             "\"password\": {\"type\": \"string\"}"),
     "accepted", "accepted", NULL},
    /* the order: of the checks with strict, of the document with spec */
    {"{\"title\": 1, \"outputSchema\": {\"type\": 1}, \"inputSchema\": {\"properties\": {\"a\": "
     "{\"type\": \"number\", \"x-mcp-header\": \"A\"}, \"b\": {\"type\": 1}}, \"type\": \"array\"}, "
     "\"name\": 1}",
     "name /name, input-schema /inputSchema/type, header-type /inputSchema/properties/a/type",
     "descriptor /title, output-schema /outputSchema/type, header-type "
     "/inputSchema/properties/a/type, input-schema /inputSchema/properties/b/type, input-schema "
     "/inputSchema/type, name /name",
     NULL},
    /* what is but warned of elsewhere is no reason */
    {ARGUMENTS("\"a\": {\"pattern\": \"\\\\-\"}"), "accepted", "accepted", NULL},
    /* output schemas */
    {INPUT("\"a\": 1}, \"outputSchema\": {\"x-mcp-header\": [{\"x-mcp-header\": 1}]}, \"b\": {"),
     "output-annotation /outputSchema/x-mcp-header, "
     "output-annotation /outputSchema/x-mcp-header/0/x-mcp-header",
     "accepted", NULL},
    /* other members */
    {INPUT("\"a\": 1}, \"title\": 1, \"description\": [], \"_meta\": [], \"b\": {"), "accepted",
     "descriptor /title, descriptor /description, descriptor /_meta", NULL},
    {INPUT("\"a\": 1}, \"annotations\": {\"title\": 1, \"readOnlyHint\": \"yes\"}, \"b\": {"),
     "accepted", "descriptor /annotations/title, descriptor /annotations/readOnlyHint", NULL},
    {INPUT(
         "\"a\": 1}, \"icons\": [{\"src\": \"data:\", \"sizes\": [\"1x1\"]}, {\"sizes\": 1}, 2], \"b\": {"),
     "accepted", "descriptor /icons/1, descriptor /icons/1/sizes, descriptor /icons/2", NULL},
    {INPUT(
         "\"a\": 1}, \"icons\": [{\"src\": \"a\", \"theme\": \"dark\"}, {\"src\": \"a\", \"sizes\": "
         "[1], \"theme\": \"grey\"}], \"b\": {"),
     "accepted", "descriptor /icons/1/sizes, descriptor /icons/1/theme", "W1044 W1044"},
    {INPUT(
         "\"a\": 1}, \"icons\": [{\"src\": \"HTTPS://a.example/i\"}, {\"src\": \"Data:,\"}], \"b\": {"),
     "accepted", "accepted", NULL},
    {INPUT(
         "\"a\": 1}, \"icons\": [{\"src\": \"javascript:x\"}, {\"src\": \"file:///etc\"}, {\"src\": \"http://a.example\"}, {\"src\": \"dat\"}, {\"src\": \"\"}], \"b\": {"),
     "accepted", "accepted", "W1044 W1044 W1044 W1044 W1044"},
    {INPUT(
         "\"a\": 1}, \"icons\": [{\"src\": 1}, {\"mimeType\": 1, \"src\": \"data:\"}], \"annotations\": {\"openWorldHint\": 1, \"idempotentHint\": null, \"destructiveHint\": \"\"}, \"b\": {"),
     "accepted",
     "descriptor /icons/0/src, descriptor /icons/1/mimeType, descriptor /annotations/openWorldHint, descriptor /annotations/idempotentHint, descriptor /annotations/destructiveHint",
     NULL},
    {INPUT("\"a\": 1}, \"icons\": {}, \"annotations\": [], \"b\": {"), "accepted",
     "descriptor /icons, descriptor /annotations", NULL},
    {INPUT("\"a\": 1}, \"own\": 1, \"execution\": {}, \"b\": {"), "accepted", "accepted", NULL},
};

/* Judges TEXT alone by PROFILE. */
static void judge_text(struct fixture *f, const char *text, enum profile profile,
                       struct admission *ret)
{
    fixture_begin(f);
    str page = arena_printf(&f->reading.arena, "{\"tools\": [%s]}", text);
    if (!reading_read(&f->reading, "tools.json", page) ||
        !listing_add(&f->listing, f->reading.document))
        ok(false, "cannot read %s", text);
    *ret = admission_judge(&f->listing, &f->listing.tools[0], profile);
}

static void test_descriptors(void)
{
    for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++) {
        const struct descriptor *one = &descriptors[i];
        struct admission admission;
        struct fixture f;
        judge_text(&f, one->text, PROFILE_STRICT, &admission);
        is_str(all_reasons(&f, &admission), one->strict, "strict: %s", one->text);
        ok(pointers_lead(&f, &admission), "and its pointers lead there");
        fixture_end(&f);
        judge_text(&f, one->text, PROFILE_SPEC, &admission);
        is_str(all_reasons(&f, &admission), one->spec, "spec: %s", one->text);
        ok(pointers_lead(&f, &admission), "and its pointers lead there");
        is_str(warnings(&f), one->warned ? one->warned : "", "it is warned of what is unusual");
        fixture_end(&f);
    }
}

/* Entries that are no descriptors at all. */
static void test_entries(void)
{
    static const char *const entries[] = {"7", "null", "[]", "\"t\""};
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        struct admission admission;
        struct fixture f;
        judge_text(&f, entries[i], (enum profile)(i % 2), &admission);
        is_str(all_reasons(&f, &admission), "name ", "the entry %s is rejected", entries[i]);
        is_str(admission_name(admission.tool), "<unknown>", "it has no name");
        fixture_end(&f);
    }
}

/* ---- what is mirrored -------------------------------------------------------------------------
 */

static void test_mirrored(void)
{
    static const char text[] = ARGUMENTS(
        "\"n\": {\"type\": \"integer\", \"x-mcp-header\": \"N\"}, \"o\": {\"properties\": "
        "{\"p\": {\"properties\": {\"b\": {\"type\": \"boolean\", \"x-mcp-header\": \"B\"}}}}}, " MIRROR(
            "s", "S"));
    struct fixture f;
    struct admission admission;
    judge_text(&f, text, PROFILE_SPEC, &admission);
    is_int(admission.mirrored_count, 3, "three arguments are mirrored");
    const struct mirrored *at = admission.mirrored;
    ok(at[0].type == MIRRORED_INTEGER && at[1].type == MIRRORED_BOOLEAN &&
           at[2].type == MIRRORED_STRING,
       "in document order, with their types");
    is_int(at[1].depth, 3, "one lies deep");
    is_str(at[1].path[0], "o", "by the names of the arguments: the first");
    is_str(at[1].path[1], "p", "the second");
    is_str(at[1].path[2], "b", "and the third");
    is_str(at[1].header, "B", "its header has the name as it is written");
    fixture_end(&f);
    judge_text(&f, text, PROFILE_STRICT, &admission);
    is_str(all_reasons(&f, &admission),
           "placement /inputSchema/properties/o/properties/p/properties/b/x-mcp-header",
           "strict rejects what lies deep");
    is_int(admission.mirrored_count, 2, "and knows the others");
    is_int(admission.mirrored[1].depth, 1, "which are the root's own");
    is_str(admission.mirrored[1].path[0], "s", "by their name");
    fixture_end(&f);
}

/* ---- whole listings -------------------------------------------------------------------------- */

/* Tools know nothing of each other: the same twice is no conflict, and one cannot use another's. */
static void test_apart(void)
{
    struct fixture f;
    fixture_begin(&f);
    fixture_add(&f,
                S("[{\"name\": \"a\", \"inputSchema\": {\"$id\": \"https://schemas.example/a\", "
                  "\"type\": \"object\", \"$defs\": {\"x\": {\"$anchor\": \"x\"}}}}, "
                  "{\"name\": \"b\", \"inputSchema\": {\"$id\": \"https://schemas.example/a\", "
                  "\"type\": \"object\"}}, "
                  "{\"name\": \"c\", \"inputSchema\": {\"type\": \"object\", \"properties\": "
                  "{\"a\": {\"$ref\": \"https://schemas.example/a\"}}}}, "
                  "{\"name\": \"a\", \"inputSchema\": 1}, "
                  "{\"name\": \"b\", \"inputSchema\": {\"type\": \"object\"}}]"));
    struct admission admissions[5];
    for (ptrdiff_t i = 0; i < 5; i++)
        admissions[i] = admission_judge(&f.listing, &f.listing.tools[i], PROFILE_SPEC);
    is_str(str_of(outcome(&admissions[0])), "accepted", "a tool with an $id");
    is_str(str_of(outcome(&admissions[1])), "accepted", "another with the same");
    is_str(str_of(outcome(&admissions[2])), "input-schema", "no tool refers to another");
    struct map names = admission_names(&f.reading.arena, admissions, 5);
    is_int(names.count, 2, "each name that is admitted stands once");
    is_str(names.entries[0].key, "a", "a rejected one does not remove it");
    is_str(warnings(&f), "", "nothing is warned of yet");
    admission_warn_twins(&f.listing);
    is_str(warnings(&f), "W1043 W1043", "but of two names that stand twice");
    admission_report(&f.listing, &admissions[0]);
    is_str(warnings(&f), "W1043 W1043", "what is admitted is not reported");
    admission_report(&f.listing, &admissions[3]);
    is_str(warnings(&f), "W1043 W1043 D1042", "what is rejected is");
    is_str(str_of(f.reading.found.last->message),
           "tool \"a\" is rejected, input-schema: \"inputSchema\" must be an object, not a number",
           "in words");
    fixture_end(&f);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Judges properties: COUNT times BODY, with its number for %, then TAILS times TAIL. */
static void judge_long(const char *body, int count, const char *tail, int tails,
                       enum profile profile, const char *wanted, enum diag_code code)
{
    struct fixture f;
    fixture_begin(&f);
    struct buf text = buf_in(&f.reading.arena, PTRDIFF_MAX);
    buf_add(&text,
            S("{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", \"properties\": {"));
    for (int i = 0; i < count; i++) {
        const char *number = strchr(body, '%');
        buf_add(&text, number ? (str){body, number - body} : str_of(body));
        if (number)
            buf_printf(&text, "%d%s", i, number + 1);
    }
    for (int i = 0; i < tails; i++)
        buf_add(&text, str_of(tail));
    buf_add(&text, S("\"z\": true}}}"));
    fixture_add(&f, buf_view(&text));
    struct admission admission = admission_judge(&f.listing, &f.listing.tools[0], profile);
    is_str(str_of(outcome(&admission)), wanted, "%d times %s by %s", count, body,
           profile_names[profile]);
    if (admission.reasons)
        ok(admission.reasons->code == code, "under its code %s",
           diag_code_name(admission.reasons->code));
    fixture_end(&f);
}

static void test_limits(void)
{
    static const char deep[] = "\"a\": {\"properties\": {", up[] = "\"z\": true}},";
    judge_long(deep, 100, up, 100, PROFILE_SPEC, "accepted", 0);
    judge_long(deep, 4000, up, 4000, PROFILE_SPEC, "input-schema", L1041);
    judge_long(deep, 4000, up, 4000, PROFILE_STRICT, "accepted", 0);
    judge_long(deep, 126, up, 126, PROFILE_SPEC, "accepted", 0); /* two levels each, and three */
    judge_long(deep, 127, up, 127, PROFILE_SPEC, "input-schema", L1041);
    judge_long("\"a%\": {},", ADMISSION_SUBSCHEMAS - 2, "", 0, PROFILE_SPEC, "accepted", 0);
    judge_long("\"a%\": {},", ADMISSION_SUBSCHEMAS - 1, "", 0, PROFILE_SPEC, "input-schema", L1041);
    judge_long("\"a%\": {},", ADMISSION_VALUES, "", 0, PROFILE_SPEC, "input-schema", L1041);
    judge_long("\"a%\": {},", ADMISSION_VALUES, "", 0, PROFILE_STRICT, "accepted", 0);
    judge_long("\"a%\": {\"type\": \"string\", \"x-mcp-header\": \"H\"},", 100000, "", 0,
               PROFILE_STRICT, "header-duplicate", D1047);
    judge_long("\"a%\": {\"type\": 1, \"$ref\": \"#/none\"},", 5000, "", 0, PROFILE_SPEC,
               "input-schema", D1042);
}

/* A schema may have exactly so many values. */
static void test_values(void)
{
    enum { AROUND = 3 }; /* the schema, its type and the list */
    for (int more = 0; more < 2; more++) {
        struct fixture f;
        fixture_begin(&f);
        struct buf text = buf_in(&f.reading.arena, PTRDIFF_MAX);
        buf_add(&text, S("{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", \"x\": [0"));
        for (int i = 1; i < ADMISSION_VALUES - AROUND + more; i++)
            buf_add(&text, S(",0"));
        buf_add(&text, S("]}}"));
        fixture_add(&f, buf_view(&text));
        struct admission admission = admission_judge(&f.listing, &f.listing.tools[0], PROFILE_SPEC);
        is_str(str_of(outcome(&admission)), more ? "input-schema" : "accepted", "%d values more",
               more);
        ok(!more || admission.reasons->code == L1041, "with its code");
        fixture_end(&f);
    }
}

/* MCP advises names of up to 128 characters. */
static void test_names(void)
{
    for (int len = 127; len < 130; len++) {
        struct admission admission;
        struct fixture f;
        char name[130];
        memset(name, 'a', sizeof name);
        name[len] = '\0';
        struct arena arena = {0};
        str text = arena_printf(
            &arena, "{\"name\": \"%s\", \"inputSchema\": {\"type\": \"object\"}}", name);
        judge_text(&f, text.data, PROFILE_SPEC, &admission);
        ok(!admission.reasons, "a name of %d characters is admitted", len);
        is_str(warnings(&f), len > 128 ? "W1041" : "", "and warned of beyond 128");
        fixture_end(&f);
        arena_free(&arena);
    }
}

/* Of many reasons some are kept, and the others are counted. */
static void test_reasons(void)
{
    struct fixture f;
    fixture_begin(&f);
    struct buf text = buf_in(&f.reading.arena, PTRDIFF_MAX);
    buf_add(&text, S("{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", \"allOf\": ["));
    for (int i = 0; i < 1000; i++)
        buf_add(&text, S("{\"x-mcp-header\": \"A\"}, "));
    buf_add(&text, S("true]}}"));
    fixture_add(&f, buf_view(&text));
    for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++) {
        struct admission admission = admission_judge(&f.listing, &f.listing.tools[0], profile);
        is_int(admission.reason_count, 1000, "%s counts all reasons", profile_names[profile]);
        ptrdiff_t kept = 0;
        for (const struct rejection *one = admission.reasons; one; one = one->next)
            kept++;
        is_int(kept, ADMISSION_REASONS, "and keeps the first");
        admission_report(&f.listing, &admission);
        const struct diag_note *note = f.reading.found.last->notes;
        while (note && note->next)
            note = note->next;
        is_str(str_of(note ? note->message : ""), "and 900 other reasons", "the report says so");
    }
    fixture_end(&f);
}

/* Long keys do not make many long pointers. */
static void test_long_pointers(void)
{
    enum { LONG = 100000, MANY = 50 };
    struct fixture f;
    fixture_begin(&f);
    struct buf text = buf_in(&f.reading.arena, PTRDIFF_MAX);
    buf_add(
        &text,
        S("{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", \"not\": {\"properties\": {\""));
    buf_add_bytes(&text, 'k', LONG);
    buf_add(&text, S("\": {\"properties\": {"));
    for (int i = 0; i < MANY; i++)
        buf_printf(&text, "%s\"a%d\": {\"x-mcp-header\": 1, \"type\": 1}", i ? ", " : "", i);
    buf_add(&text, S("}}}}}}"));
    fixture_add(&f, buf_view(&text));
    for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++) {
        struct admission admission = admission_judge(&f.listing, &f.listing.tools[0], profile);
        ok(admission.reason_count >= MANY, "%s counts all reasons", profile_names[profile]);
        ok(admission.reasons && !admission.reasons->next, "and keeps the first");
        ok(pointers_lead(&f, &admission), "with its whole pointer");
    }
    fixture_end(&f);
}

/* ---- the corpus ------------------------------------------------------------------------------ */

/* Adds the tool of the case ITEM to the listing of F. */
static void add_case(struct fixture *f, const struct node *item)
{
    str text = vectors_said(item, "tool_json");
    struct document whole = {.root = node_get(item, S("tool"))};
    struct document *document =
        text.len ? sources_read(&f->reading.sources, S("case.json"), text) : &whole;
    struct node_stack stack = {0}; /* an array, since not each of them looks like a tool */
    node_push(&stack, *document->root);
    node_close(&stack, 0, (struct node){.kind = NODE_ARRAY}, &f->reading.arena);
    document = &whole;
    document->root = node_pop(&stack, &f->reading.arena);
    node_stack_done(&stack);
    listing_add(&f->listing, document);
}

static void judge_case(struct fixture *f, const struct node *item, const struct tool *tool,
                       enum profile profile, struct vectors_tally *tally)
{
    struct admission admission = admission_judge(&f->listing, tool, profile);
    str id = vectors_said(item, "id"), reason = vectors_said(item, "reason"),
        spec = vectors_said(item, "spec");
    bool has_own = profile == PROFILE_SPEC && spec.len;
    str wanted = has_own ? spec : vectors_said(item, "expect");
    bool is_accepted = !admission.reasons, is_right = true;
    if (str_equal(wanted, S("unspecified")))
        printf("# left open: %.*s is %s\n", (int)id.len, id.data, outcome(&admission));
    else
        is_right = is_accepted == str_equal(wanted, S("accepted"));
    if (profile == PROFILE_STRICT && !is_accepted && !str_equal(reason, S("crash")))
        is_right = is_right && str_equal(str_of(outcome(&admission)), reason);
    is_right = is_right && pointers_lead(f, &admission);
    tally->open += str_equal(wanted, S("unspecified"));
    vectors_count(tally, item, profile_names[profile], is_right, all_reasons(f, &admission));
}

static void test_vectors(void)
{
    struct fixture f;
    fixture_begin(&f);
    const struct node *root = vectors_file(&f.reading, "tool-contracts/descriptors.json");
    const struct node *cases = node_get(root, S("cases"));
    struct vectors_tally tallies[2] = {{0}};
    for (uint32_t i = 0; cases && i < cases->count; i++) {
        const struct node *item = node_item(cases, i);
        add_case(&f, item);
        for (enum profile profile = PROFILE_SPEC; profile <= PROFILE_STRICT; profile++)
            judge_case(&f, item, &f.listing.tools[f.listing.count - 1], profile, &tallies[profile]);
    }
    for (enum profile profile = PROFILE_SPEC; root && profile <= PROFILE_STRICT; profile++)
        ok(tallies[profile].right && !tallies[profile].wrong,
           "descriptors: %d of %u by %s, %d of them left open", tallies[profile].right,
           cases->count, profile_names[profile], tallies[profile].open);
    fixture_end(&f);
}

static void test_captures(void)
{
    static const char *const servers[] = {
        "antv-chart",         "chrome-devtools", "context7", "drawio", "eslint", "everything",
        "filesystem",         "gitlab",          "leanspec", "memory", "n8n",    "playwright",
        "sequential-thinking"};
    struct fixture f;
    fixture_begin(&f);
    bool is_there = true;
    for (size_t i = 0; is_there && i < sizeof servers / sizeof *servers; i++) {
        str name = arena_printf(&f.reading.arena, "mcp-servers/%s.tools.json", servers[i]);
        is_there =
            vectors_file(&f.reading, name.data) && listing_add(&f.listing, f.reading.document);
    }
    for (enum profile profile = PROFILE_SPEC; is_there && profile <= PROFILE_STRICT; profile++) {
        ptrdiff_t admitted = 0;
        for (ptrdiff_t i = 0; i < f.listing.count; i++)
            admitted += !admission_judge(&f.listing, &f.listing.tools[i], profile).reasons;
        is_int(admitted, f.listing.count, "all tools of real servers are admitted by %s",
               profile_names[profile]);
        ok(admitted >= 267, "which are %td", admitted);
    }
    fixture_end(&f);
}

int main(void)
{
    test_descriptors();
    test_entries();
    test_mirrored();
    test_apart();
    test_limits();
    test_values();
    test_names();
    test_reasons();
    test_long_pointers();
    test_vectors();
    test_captures();
    return done_testing();
}

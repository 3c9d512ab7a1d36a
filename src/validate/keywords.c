#include "validate/keywords.h"

#include <string.h>

static const struct {
    str name;
    unsigned vocabulary; /* 0: core, or of no vocabulary */
} known[KW_COUNT] = {
    [KW_REF] = {STR_INIT("$ref"), 0},
    [KW_DYNAMIC_REF] = {STR_INIT("$dynamicRef"), 0},
    [KW_RECURSIVE_REF] = {STR_INIT("$recursiveRef"), 0},
    [KW_ALL_OF] = {STR_INIT("allOf"), VOCABULARY_APPLICATOR},
    [KW_ANY_OF] = {STR_INIT("anyOf"), VOCABULARY_APPLICATOR},
    [KW_ONE_OF] = {STR_INIT("oneOf"), VOCABULARY_APPLICATOR},
    [KW_NOT] = {STR_INIT("not"), VOCABULARY_APPLICATOR},
    [KW_IF] = {STR_INIT("if"), VOCABULARY_APPLICATOR},
    [KW_THEN] = {STR_INIT("then"), VOCABULARY_APPLICATOR},
    [KW_ELSE] = {STR_INIT("else"), VOCABULARY_APPLICATOR},
    [KW_DEPENDENT_SCHEMAS] = {STR_INIT("dependentSchemas"), VOCABULARY_APPLICATOR},
    [KW_DEPENDENCIES] = {STR_INIT("dependencies"), VOCABULARY_APPLICATOR},
    [KW_PROPERTIES] = {STR_INIT("properties"), VOCABULARY_APPLICATOR},
    [KW_PATTERN_PROPERTIES] = {STR_INIT("patternProperties"), VOCABULARY_APPLICATOR},
    [KW_ADDITIONAL_PROPERTIES] = {STR_INIT("additionalProperties"), VOCABULARY_APPLICATOR},
    [KW_PROPERTY_NAMES] = {STR_INIT("propertyNames"), VOCABULARY_APPLICATOR},
    [KW_PREFIX_ITEMS] = {STR_INIT("prefixItems"), VOCABULARY_APPLICATOR},
    [KW_ITEMS] = {STR_INIT("items"), VOCABULARY_APPLICATOR},
    [KW_ADDITIONAL_ITEMS] = {STR_INIT("additionalItems"), VOCABULARY_APPLICATOR},
    [KW_CONTAINS] = {STR_INIT("contains"), VOCABULARY_APPLICATOR},
    [KW_UNEVALUATED_ITEMS] = {STR_INIT("unevaluatedItems"), VOCABULARY_UNEVALUATED},
    [KW_UNEVALUATED_PROPERTIES] = {STR_INIT("unevaluatedProperties"), VOCABULARY_UNEVALUATED},
    [KW_TYPE] = {STR_INIT("type"), VOCABULARY_VALIDATION},
    [KW_ENUM] = {STR_INIT("enum"), VOCABULARY_VALIDATION},
    [KW_CONST] = {STR_INIT("const"), VOCABULARY_VALIDATION},
    [KW_MULTIPLE_OF] = {STR_INIT("multipleOf"), VOCABULARY_VALIDATION},
    [KW_MAXIMUM] = {STR_INIT("maximum"), VOCABULARY_VALIDATION},
    [KW_EXCLUSIVE_MAXIMUM] = {STR_INIT("exclusiveMaximum"), VOCABULARY_VALIDATION},
    [KW_MINIMUM] = {STR_INIT("minimum"), VOCABULARY_VALIDATION},
    [KW_EXCLUSIVE_MINIMUM] = {STR_INIT("exclusiveMinimum"), VOCABULARY_VALIDATION},
    [KW_MAX_LENGTH] = {STR_INIT("maxLength"), VOCABULARY_VALIDATION},
    [KW_MIN_LENGTH] = {STR_INIT("minLength"), VOCABULARY_VALIDATION},
    [KW_PATTERN] = {STR_INIT("pattern"), VOCABULARY_VALIDATION},
    [KW_MAX_ITEMS] = {STR_INIT("maxItems"), VOCABULARY_VALIDATION},
    [KW_MIN_ITEMS] = {STR_INIT("minItems"), VOCABULARY_VALIDATION},
    [KW_UNIQUE_ITEMS] = {STR_INIT("uniqueItems"), VOCABULARY_VALIDATION},
    [KW_MAX_CONTAINS] = {STR_INIT("maxContains"), VOCABULARY_VALIDATION},
    [KW_MIN_CONTAINS] = {STR_INIT("minContains"), VOCABULARY_VALIDATION},
    [KW_MAX_PROPERTIES] = {STR_INIT("maxProperties"), VOCABULARY_VALIDATION},
    [KW_MIN_PROPERTIES] = {STR_INIT("minProperties"), VOCABULARY_VALIDATION},
    [KW_REQUIRED] = {STR_INIT("required"), VOCABULARY_VALIDATION},
    [KW_DEPENDENT_REQUIRED] = {STR_INIT("dependentRequired"), VOCABULARY_VALIDATION},
    [KW_NULLABLE] = {STR_INIT("nullable"), 0},
    [KW_FORMAT] = {STR_INIT("format"), 0},
    [KW_CONTENT_ENCODING] = {STR_INIT("contentEncoding"), 0},
    [KW_CONTENT_MEDIA_TYPE] = {STR_INIT("contentMediaType"), 0},
};

/* The numbers by the names, in slots: SLOT_COUNT is a power of two, well over twice KW_COUNT. */
enum { SLOT_COUNT = 256 };
static uint8_t slots[SLOT_COUNT];
static bool indexed;

static unsigned first_slot(str name)
{
    unsigned hash = (unsigned)name.len;
    for (ptrdiff_t i = 0; i < name.len; i++)
        hash = hash * 31 + (unsigned char)name.data[i];
    return hash % SLOT_COUNT;
}

static void make_index(void)
{
    for (unsigned number = 0; number < KW_COUNT; number++) {
        unsigned slot = first_slot(known[number].name);
        while (slots[slot])
            slot = (slot + 1) % SLOT_COUNT;
        slots[slot] = (uint8_t)(number + 1);
    }
    indexed = true;
}

/* The number of the keyword NAME; KW_COUNT when it is none. */
static enum keyword_number number_of(str name)
{
    enum { LONGEST = 24 };
    if (!indexed)
        make_index();
    if (name.len > LONGEST)
        return KW_COUNT;
    for (unsigned slot = first_slot(name); slots[slot]; slot = (slot + 1) % SLOT_COUNT)
        if (str_equal(known[slots[slot] - 1].name, name))
            return (enum keyword_number)(slots[slot] - 1);
    return KW_COUNT;
}

/* True when DIALECT has the keyword NUMBER; 2020-12 still names one that does nothing there. */
static bool is_known(enum keyword_number number, enum dialect dialect)
{
    const struct keyword *row = keyword_find(OBJECT_SCHEMA, known[number].name, dialect);
    return row && (number != KW_RECURSIVE_REF || row->dynamic);
}

void keywords_of(const struct node *schema, enum dialect dialect, unsigned vocabularies,
                 struct keywords *ret_keywords)
{
    memset(ret_keywords->values, 0, sizeof ret_keywords->values);
    for (unsigned number = 0; number < KW_COUNT; number++)
        ret_keywords->members[number] = UINT32_MAX;
    bool ref_hides = dialect_info(dialect)->ref_hides_siblings &&
                     node_is(node_get(schema, S("$ref")), NODE_STRING);
    for (uint32_t i = 0; i < schema->count; i++) {
        str name = node_text(node_key(schema, i));
        enum keyword_number number = number_of(name);
        if (number == KW_COUNT || (ref_hides && number != KW_REF) ||
            (known[number].vocabulary && !(known[number].vocabulary & vocabularies)) ||
            !is_known(number, dialect))
            continue;
        ret_keywords->values[number] = node_value(schema, i);
        ret_keywords->members[number] = i;
    }
}

unsigned vocabulary_of_uri(str uri)
{
    static const struct {
        str end;
        unsigned vocabulary;
    } ends[] = {
        {STR_INIT("/vocab/applicator"), VOCABULARY_APPLICATOR},
        {STR_INIT("/vocab/unevaluated"), VOCABULARY_UNEVALUATED},
        {STR_INIT("/vocab/validation"), VOCABULARY_VALIDATION},
        {STR_INIT("/vocab/format-assertion"), VOCABULARY_FORMAT_ASSERTION},
        {STR_INIT("/vocab/content"), VOCABULARY_CONTENT},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        str before = {uri.data, uri.len - ends[i].end.len};
        if (!str_ends(uri, ends[i].end))
            continue;
        if (str_equal(before, S("https://json-schema.org/draft/2020-12")))
            return ends[i].vocabulary;
        if (str_equal(before, S("https://json-schema.org/draft/2019-09"))) /* one for both */
            return ends[i].vocabulary == VOCABULARY_APPLICATOR
                       ? VOCABULARY_APPLICATOR | VOCABULARY_UNEVALUATED
                       : ends[i].vocabulary;
    }
    return 0;
}

bool vocabulary_is_known(str uri)
{
    static const str names[] = {
        STR_INIT("core"),       STR_INIT("applicator"),        STR_INIT("unevaluated"),
        STR_INIT("validation"), STR_INIT("meta-data"),         STR_INIT("format"),
        STR_INIT("content"),    STR_INIT("format-annotation"), STR_INIT("format-assertion"),
    };
    static const str folders[] = {STR_INIT("https://json-schema.org/draft/2019-09/vocab/"),
                                  STR_INIT("https://json-schema.org/draft/2020-12/vocab/")};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        for (size_t k = 0; str_starts(uri, folders[i]) && k < sizeof names / sizeof *names; k++)
            if (str_equal(str_skip(uri, folders[i].len), names[k]))
                return true;
    return str_starts(uri, S("https://spec.openapis.org/oas/3.")) &&
           str_ends(uri, S("/vocab/base"));
}

/*
 * Proofs by trying out (exhaust, atom), and how the verdict of a root depends on that of what it
 * applies (ways).
 */
#include "drift/atom.h"
#include "drift/exhaust.h"
#include "drift/ways.h"
#include "tap.h"
#include "validating.h"

/* ---- exhaust --------------------------------------------------------------------------------- */

/* Kinds as letters: null, boolean, integer, string, fraction. */
static const char letters[] = "nbis  f";

static const struct row {
    const char *here, *there;
    const char *included; /* the kinds, of these, of which THERE takes all that HERE does */
} rows[] = {
    {"{}", "{}", "nbisf"},
    {"{\"type\":\"string\"}", "{\"type\":\"null\"}", "nbif"},
    {"{\"minimum\":2}", "{\"minimum\":1}", "nbisf"},
    {"{\"minimum\":1}", "{\"minimum\":2}", "nbs"},
    {"{\"minimum\":1.5}", "{\"minimum\":1.2}", "nbisf"},
    {"{\"exclusiveMinimum\":1}", "{\"minimum\":2}", "nbis"}, /* 1.5 is no integer */
    {"{\"maxLength\":3}", "{\"maxLength\":4}", "nbisf"},
    {"{\"maxLength\":4}", "{\"maxLength\":3}", "nbif"},
    {"{\"enum\":[1,\"a\"]}", "{\"enum\":[\"a\",1,2]}", "nbisf"},
    {"{\"enum\":[1,\"a\"]}", "{\"enum\":[1,2]}", "nbif"},
    {"{\"multipleOf\":4}", "{\"anyOf\":[{\"multipleOf\":4},{\"multipleOf\":3}]}", "nbisf"},
    {"{\"pattern\":\"^a\",\"minLength\":2}", "{\"pattern\":\"^a\"}", "nbisf"},
    {"{\"format\":\"date\"}", "{\"format\":\"time\"}", "nbif"},
    {"{\"not\":{\"minLength\":3}}", "{\"maxLength\":2}", "nbisf"},
    {"{\"if\":{\"maximum\":5},\"then\":{\"minimum\":0}}", "{\"minimum\":0}", "nbisf"},
};

/* Whether all of HERE is in THERE, with WORK; the letters into RET. */
static void find_included(struct validating *here, struct validating *there, uint64_t work,
                          char *ret)
{
    struct sample_side here_side = {&here->runner}, there_side = {&there->runner};
    struct sampler *sampler = sampler_new(&here->arena, 1000000);
    const struct node *value;
    uint64_t left = work;
    uint8_t included = exhaust(sampler, &here_side, here->scheme, &there_side, there->scheme, &left,
                               &here->arena, &value);
    for (int i = 0; letters[i]; i++)
        if (letters[i] != ' ' && included >> i & 1)
            *ret++ = letters[i];
    *ret = '\0';
    ok(left <= work, "work is only taken off");
}

static void try_exhaust(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct validating here, there;
        char included[sizeof letters];
        validating_open(&here, str_of(rows[i].here), DIALECT_2020_12, FORMATS_ON, NULL);
        validating_open(&there, str_of(rows[i].there), DIALECT_2020_12, FORMATS_ON, NULL);
        if (ok(here.scheme && there.scheme, "compiled: %s", rows[i].here)) {
            find_included(&here, &there, 1000000, included);
            is_str(str_of(included), rows[i].included, "%s in %s", rows[i].here, rows[i].there);
        }
        validating_close(&here);
        validating_close(&there);
    }
}

/* Definitions that each refer twice to the next one: all ways through them are too many. */
static void try_limits(void)
{
    struct arena arena = {0};
    struct validating v;
    struct buf out = buf_in(&arena, PTRDIFF_MAX);
    char included[sizeof letters];
    buf_printf(&out, "{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
    for (int i = 0; i < 40; i++)
        buf_printf(&out,
                   "\"d%d\":{\"anyOf\":[{\"$ref\":\"#/$defs/d%d\"},{\"$ref\":\"#/$defs/d%d\"}]},",
                   i, i + 1, i + 1);
    buf_printf(&out, "\"d40\":{\"maxLength\":3}}}");
    validating_open(&v, buf_view(&out), DIALECT_2020_12, FORMATS_ON, NULL);
    if (ok(v.scheme, "compiled: doubled")) {
        find_included(&v, &v, 100000, included);
        ok(!strchr(included, 's'), "what takes too long is not shown");
        find_included(&v, &v, 0, included);
        ok(!strchr(included, 's'), "nor is anything without work");
    }
    validating_close(&v);
    arena_free(&arena);
}

/* ---- atoms ----------------------------------------------------------------------------------- */

static void try_atoms(void)
{
    static const struct {
        const char *schema;
        uint64_t length;
        enum atom_verdict without, with; /* the label */
    } atoms[] = {
        {"{\"pattern\":\"^a\"}", 3, ATOM_REFUSED, ATOM_TAKEN},
        {"{\"pattern\":\"^a\",\"maxLength\":2}", 3, ATOM_REFUSED, ATOM_REFUSED},
        {"{\"not\":{\"pattern\":\"^a\"}}", 3, ATOM_TAKEN, ATOM_REFUSED},
        {"{\"oneOf\":[{\"pattern\":\"^a\"},{\"minLength\":3}]}", 3, ATOM_TAKEN, ATOM_REFUSED},
        {"{\"if\":{\"pattern\":\"^a\"},\"then\":false}", 3, ATOM_TAKEN, ATOM_REFUSED},
        {"{\"pattern\":\"^b\"}", 3, ATOM_UNKNOWN, ATOM_UNKNOWN},
        {"{\"type\":\"number\",\"pattern\":\"^a\"}", 3, ATOM_REFUSED, ATOM_REFUSED},
    };
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++) {
        struct validating v;
        struct labels labels = {.at = {{OP_PATTERN, S("^a")}}, .count = 1};
        struct node text = node_string(S("zzz"));
        uint64_t work = 1000;
        struct atom atom = {.value = &text,
                            .kind = KIND_STRING,
                            .length = atoms[i].length,
                            .labels = &labels,
                            .work = &work};
        validating_open(&v, str_of(atoms[i].schema), DIALECT_2020_12, FORMATS_ON, NULL);
        is_int(atom_judge(&atom, v.scheme), atoms[i].without, "without: %s", atoms[i].schema);
        atom.has = 1;
        is_int(atom_judge(&atom, v.scheme), atoms[i].with, "with: %s", atoms[i].schema);
        work = 0;
        is_int(atom_judge(&atom, v.scheme), ATOM_UNKNOWN, "without work: %s", atoms[i].schema);
        validating_close(&v);
    }
}

/* ---- ways ------------------------------------------------------------------------------------ */

/*
 * Pair 0 is the root; it leads to 1 by one way, and 1 to 2 by the next; the ways to pair 2 for
 * strings, and the pair by which it is shown.
 */
static void try_ways(void)
{
    static const struct {
        enum way first, second;
        uint8_t expected;
    } chains[] = {
        {WAY_PLAIN, WAY_PLAIN, WAY_PLAIN},           {WAY_PLAIN, WAY_SHADED, WAY_SHADED},
        {WAY_SHADED, WAY_PLAIN, WAY_SHADED},         {WAY_PLAIN, WAY_NEGATED, WAY_NEGATED},
        {WAY_NEGATED, WAY_NEGATED, WAY_SHADED},      {WAY_NEGATED, WAY_PLAIN, WAY_NEGATED},
        {WAY_UNCERTAIN, WAY_NEGATED, WAY_UNCERTAIN}, {WAY_NEGATED, WAY_UNCERTAIN, WAY_UNCERTAIN},
    };
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        struct edge edges[] = {
            {.from = 0, .to = 1, .way = chains[i].first},
            {.from = 1, .to = 2, .way = chains[i].second},
            {.from = 2, .to = 1, .way = WAY_PLAIN}, /* it leads back */
        };
        struct schema_pair pairs[] = {
            {.first_edge = 0, .edge_count = 1, .via = NO_EDGE, .audience = DRIFT_WRITERS},
            {.first_edge = 1, .edge_count = 1, .via = NO_EDGE},
            {.first_edge = 2, .edge_count = 1, .via = NO_EDGE},
        };
        uint32_t root = 0;
        struct comparison c = {.pairs = pairs,
                               .pair_count = 3,
                               .edges = edges,
                               .edge_count = 3,
                               .roots = &root,
                               .root_count = 1};
        ways_find(&c);
        ways_choose(&c);
        ok((pairs[2].ways[0][NODE_STRING] & chains[i].expected) == chains[i].expected,
           "%d after %d", chains[i].second, chains[i].first);
        is_int(pairs[2].audience, DRIFT_WRITERS, "whom the root serves");
        is_int(pairs[2].via, 1, "it is shown by the edge that leads there");
        pairs[2].included[0] = pairs[2].included[1] = KIND_STRING;
        is_int(ways_open(&pairs[2], 0, NODE_STRING), 0, "nothing of it can break what is the same");
        arena_free(&c.work);
    }
}

int main(void)
{
    try_exhaust();
    try_limits();
    try_atoms();
    try_ways();
    return done_testing();
}

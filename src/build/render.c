#include "build/render.h"

#include "base/show.h"
#include "base/utf8.h"
#include "openapi/refer.h"
#include "schema/uri.h"

/* True when references to ID from anywhere lead to its schema. An empty fragment does no harm. */
static bool is_referable(str id)
{
    return uri_is_absolute(id) && uri_is_reference(id) && uri_split(id).fragment.len == 0;
}

/* True when the texts of KEYS are UTF-8, as those from a command line need not be. */
static bool are_texts(const struct openapi *openapi, const struct artifact_keys *keys)
{
    const char *const texts[] = {keys->id, keys->title, keys->comment};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (utf8_find_bad(str_of(texts[i])) >= 0) {
            diag_report(openapi->sources->found, E0101, (place){0}, "\"%s\" is not valid UTF-8",
                        show(openapi->sources->arena, str_of(texts[i])));
            return false;
        }
    return true;
}

/* SCHEMA with the definitions that OTHER has too left to it; NULL when reported. */
static const struct node *refer_to(const struct openapi *openapi, const struct node *schema,
                                   const struct node *other, const char *name,
                                   const struct extract_request *request)
{
    enum dialect dialect = request->dialect;
    struct diag_list *found = openapi->sources->found;
    const struct dialect_info *info = dialect_info(dialect);
    const struct node *id = node_get(other, info->id), *theirs = node_get(other, S("$schema"));
    const struct node *own = node_get(schema, info->id);
    const char *wrong = NULL;
    if (!node_is(id, NODE_STRING))
        wrong = "has no $id to refer by";
    else if (!is_referable(node_text(id)))
        wrong = "has a $id that is no absolute URI without a fragment";
    else if (own && node_equal(own, id))
        wrong = "has the same $id";
    else if (!node_is(theirs, NODE_STRING) || dialect_of_uri(node_text(theirs)) != dialect)
        wrong = "is of another dialect";
    if (wrong) {
        diag_report(found, E0607, openapi_place(openapi, request->where), "refer: %s %s",
                    show(openapi->sources->arena, str_of(name)), wrong);
        return NULL;
    }
    return refer(openapi->sources->arena, schema, other, dialect,
                 request->translate ? dialect : openapi->schema_dialect);
}

bool render(const struct openapi *openapi, const struct artifact_keys *keys,
            const struct node *const *referred, const struct node *where,
            struct rendering *ret_rendering)
{
    struct diag_list *found = openapi->sources->found;
    struct extract_request request = keys_request(keys);
    request.where = where;
    *ret_rendering = (struct rendering){.buf = buf_in(openapi->sources->arena, RENDER_CEILING)};
    if (!are_texts(openapi, keys))
        return false;
    const struct node *schema = extract(openapi, &request, &ret_rendering->used), *bad;
    for (ptrdiff_t i = 0; schema && i < keys->refer.count; i++)
        schema = refer_to(openapi, schema, referred[i], keys->refer.at[i], &request);
    if (!schema)
        return false;
    ret_rendering->schema = schema;
    if (!node_write(&ret_rendering->buf, schema, keys_write_options(keys), &bad)) {
        struct diag *diag = diag_report(found, E0502, sources_place(openapi->sources, bad),
                                        "style go has no number as large as %s",
                                        show(openapi->sources->arena, node_text(bad)));
        diag_hint(found, diag, "use style: exact");
        return false;
    }
    if (ret_rendering->buf.full) {
        diag_report(found, L0501, openapi_place(openapi, where), "the result is longer than 1 GiB");
        return false;
    }
    ret_rendering->bytes = buf_view(&ret_rendering->buf);
    return true;
}

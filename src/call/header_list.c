/* header_list.c - headers as they are written, and by their names in small letters. */
#include "call/header_list.h"

#include "base/file.h"
#include "contract/header_name.h"

bool header_list_add(struct arena *arena, struct header_list *list, str line)
{
    struct header header;
    if (!str_cut(line, ':', &header.name, &header.value) || !header_is_token(header.name))
        return false;
    header.value = str_skip(header.value, str_starts(header.value, S(" ")));
    list->at = arena_make_room(arena, list->at, sizeof *list->at, list->count, &list->cap);
    list->at[list->count++] = header;
    return true;
}

bool header_list_load(struct sources *sources, const char *path, struct header_list *list)
{
    struct document *document = sources_load_secret_text(sources, path, file_called(path));
    if (!document)
        return false;
    str chars = document->text.chars;
    for (str line, rest = chars; rest.len;) {
        ptrdiff_t start = rest.data - chars.data;
        str_cut(rest, '\n', &line, &rest);
        if (str_ends(line, S("\r")))
            line.len--;
        if (line.len && !header_list_add(sources->arena, list, line)) {
            diag_hint(sources->found,
                      diag_report(sources->found, E1052, (place){&document->text, start, line.len},
                                  "this line is no header"),
                      "a header is written as 'Name: value'");
            return false;
        }
    }
    return true;
}

struct map received_map(struct arena *arena, const struct header_list *headers)
{
    struct map map = {.arena = arena};
    for (ptrdiff_t i = 0; i < headers->count; i++) {
        bool is_first;
        struct map_entry *entry =
            map_entry(&map, header_folded(arena, headers->at[i].name), &is_first);
        if (is_first) {
            struct received *received = arena_new(arena, struct received, 1);
            received->value = headers->at[i].value;
            entry->value = received;
        }
        ((struct received *)entry->value)->count++;
    }
    return map;
}

const struct received *received_get(const struct map *map, str name)
{
    return map_get(map, header_folded(map->arena, name));
}

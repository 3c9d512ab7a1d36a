/*
 * values.h - JSON values made here, and changed ones of others. Nothing is changed in place: a new
 * value shares what did not change.
 */
#ifndef ORACLE_VALUES_H
#define ORACLE_VALUES_H

#include "source/node.h"

/* Chance that is the same in each run. */
struct chance {
    uint64_t state;
};

/* A number below BELOW, which is more than 0; and true in COUNT of OF cases. */
uint32_t chance_below(struct chance *chance, uint32_t below);
bool chance_of(struct chance *chance, uint32_t count, uint32_t of);

struct node value_null(void);
struct node value_bool(bool value);
struct node value_number(str lexeme);
struct node value_string(str text);

/* An array or object of COUNT items or members whose nodes are at ITEMS. */
struct node value_array(const struct node *items, uint32_t count);
struct node value_object(void);

/* ARRAY with VALUE as its item I, which may be the one after the last; or without its item I. */
struct node value_with_item(struct arena *arena, struct node array, uint32_t i, struct node value);
struct node value_without_item(struct arena *arena, struct node array, uint32_t i);

/* OBJECT with the member KEY, in place of one of that name; or without its member I. */
struct node value_with_member(struct arena *arena, struct node object, str key, struct node value);
struct node value_without_member(struct arena *arena, struct node object, uint32_t i);

/* VALUE as JSON in one line. */
str value_text(struct arena *arena, const struct node *value);

#endif

/*
 * input.h - the OpenAPI document that a command works on.
 */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "build/root.h"
#include "cli/command.h"
#include "openapi/document.h"

/* What a command has read. It stays where it is, for its parts point at each other. */
struct input {
    struct sources sources;
    struct registry registry;
    struct openapi openapi;
};

/*
 * Reads the document at PATH, "-" being standard input. It may refer to files as ROOT says. False
 * when reported.
 */
bool input_open(struct session *session, const struct root_options *root, const char *path,
                struct input *ret_input);

#endif

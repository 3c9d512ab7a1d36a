/*
 * concealed.h - text in descriptors that people do not see, and models do.
 *
 * What a server says of its tools is read by a model word by word, and by people, if at all, as a
 * terminal or a browser draws it. Characters that draw nothing, or draw others in another order,
 * tell the two apart. Each is a finding, wherever it stands: names of members are read, too.
 */
#ifndef CONTRACT_CONCEALED_H
#define CONTRACT_CONCEALED_H

#include "contract/listing.h"

#include <stdint.h>

enum concealed_kind {
    CONCEALED_TAG,        /* U+E0000 to E007F: ASCII that draws nothing */
    CONCEALED_BIDI,       /* marks, embeddings, overrides and isolates (UAX 9, section 2) */
    CONCEALED_ZERO_WIDTH, /* spaces and joiners without a width */
    CONCEALED_PRIVATE,    /* private use: only a font says what it is */
    CONCEALED_VARIATION,  /* U+E0100 to E01EF; of U+FE00 to FE0F, two or more in a row */
    CONCEALED_CONTROL,    /* C0 and C1 but for tab, line feed and carriage return; U+007F */
    CONCEALED_OTHER,      /* what else base/show.h does not show as itself */
};

/* The first concealed character of a text, with those of its kind that follow right behind it. */
struct concealed {
    enum concealed_kind kind;
    uint32_t code;     /* the first */
    ptrdiff_t at, len; /* all of them, in bytes of the text */
};

/* True when TEXT, which is UTF-8, has a concealed character: *RET_CONCEALED tells of the first. */
bool concealed_find(str text, struct concealed *ret_concealed);

/*
 * Reports in FOUND each text of LISTING that has concealed characters, as D1001, or, when
 * IS_ALLOWED says that they may be there, as W1001: names and values of all members, at all depths,
 * of the tools, prompts and resource templates, and of what the server said when it was greeted. A
 * report stands at the first such character, its JSON Pointer is counted from the entry; what tags
 * or variation selectors spell is told with it. Of more than 100 texts the rest is one report with
 * their number. True when there are none.
 */
bool concealed_report(struct diag_list *found, const struct listing *listing, bool is_allowed);

#endif

/*
 * release_log.h - all releases, each with how far it is from the one before it.
 */
#ifndef BUILD_RELEASE_LOG_H
#define BUILD_RELEASE_LOG_H

#include "build/step.h"

/*
 * The releases in RELEASES in their order, the files of which lie under RULE, as *RET_SCHEMAS. Each
 * is compared with the last one before it of its series. False when reported: of one that cannot be
 * read or compared.
 */
bool release_log(const struct releases *releases, const struct root_rule *rule,
                 struct logged **ret_schemas);

#endif

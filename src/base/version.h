/*
 * version.h - the one place that a release changes.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define SCHEMAC_VERSION "0.1.0"

/* The day of that version, as mdoc writes it. A constant, so that every build makes the same bytes.
 */
#define SCHEMAC_DATE "November 29, 2026"

#endif

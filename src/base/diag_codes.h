/*
 * diag_codes.h - all diagnostics, in one list.
 *
 * X(code, severity, title, explanation). A code is never reused and never changes its meaning.
 * E are errors: there is no verdict. L are limits. D are findings about drift. W are warnings, N
 * notes. `schemac explain CODE` prints title and explanation.
 *
 * Ranges: 00xx files and usage, 01xx reading text, 02xx YAML, 03xx JSON, 04xx references and roots,
 * 05xx translation and writing, 06xx schemac.yaml, 07xx generate, 08xx validate, 09xx diff and
 * releases, 10xx tool contracts, 11xx disclosure. Of findings, D: 00xx generate and check, 01xx
 * changes of schemas, 02xx releases, 08xx validate, 10xx tool contracts, 11xx disclosure.
 */
#ifndef BASE_DIAG_CODES_H
#define BASE_DIAG_CODES_H

#define DIAG_CODES(X)                                                                                   \
    /* files and usage */                                                                               \
    X(E0001, ERROR, "the command line is wrong",                                                        \
      "An option or operand is unknown, missing, or has a value that it cannot have. "                  \
      "`schemac help COMMAND` lists what a command takes.")                                             \
    X(E0002, ERROR, "a file cannot be read",                                                            \
      "The file is missing (for check --index, from what is staged), is a directory, or the system "    \
      "refuses to read it. Check the path, which is relative to the current directory or, in "          \
      "schemac.yaml, to that file's directory.")                                                        \
    X(E0003, ERROR, "a file cannot be written",                                                         \
      "The directory is missing or may not be written, the disk is full, or the system refused. "       \
      "All files are as they were before.")                                                             \
    X(E0004, ERROR, "a path leads outside the root directory",                                          \
      "The sources and artifacts of schemac.yaml lie below its folder. Symbolic links are followed "    \
      "before that is judged.")                                                                         \
    X(E0005, ERROR, "a file is unmerged in git's index",                                                \
      "While a conflict is not settled, the index has two or three contents of the file and no "        \
      "commit can take any. Settle it in the file, then `git add` the file.")                           \
    X(E0006, ERROR, "a file is only intended to be added",                                              \
      "`git add -N` notes the name of a file without its content, and no commit takes it. `git add` "   \
      "the file.")                                                                                      \
    X(E0007, ERROR, "there is no such commit",                                                          \
      "--changed-since takes what names a commit of this repository: a branch, a tag, an id, or "       \
      "merge-base:BRANCH for where BRANCH and the current commit parted. A clone that is not whole "    \
      "may lack it.")                                                                                   \
    X(E0008, ERROR, "git does not tell what has changed",                                               \
      "--changed-since asks git, in the work tree of a repository. Above this, git has said why.")      \
    X(E0009, ERROR, "a path cannot be written in a depfile",                                            \
      "make and ninja have no escape for control characters and ; | = * < > ^ `, for % in a target, "   \
      "for ~ at the start and a blank, a backslash or a colon at the end of a path, and for a "         \
      "backslash in front of # : $.")                                                                   \
    X(L0001, LIMIT, "a document is too long", "A document that is read whole may have 64 MiB.")         \
    X(L0002, LIMIT, "the stack is too small",                                                           \
      "2 MiB of stack are needed (`ulimit -s`). With less, schemac takes 8 MiB of memory for one of "   \
      "its own, which the system has refused.")                                                         \
    X(W0001, WARNING, "the summary cannot be written",                                                  \
      "With --format github a report goes to the file that GITHUB_STEP_SUMMARY names, too. The "        \
      "verdict does not depend on it.")                                                                 \
    /* reading text */                                                                                  \
    X(E0101, ERROR, "the bytes are not valid UTF-8 or UTF-16",                                          \
      "Documents are UTF-8, or UTF-16 with a byte order mark. Convert the file.")                       \
    X(E0102, ERROR, "the document is empty",                                                            \
      "The file has no bytes, or only blanks and comments, so there is no document in it.")             \
    X(L0101, LIMIT, "the document is nested too deeply",                                                \
      "Documents may be nested 512 levels deep, counted with their aliases expanded.")                  \
    X(L0102, LIMIT, "aliases expand to too many nodes",                                                 \
      "Counting what its aliases and merge keys stand for, a document may have 1,000,000 nodes more "   \
      "than 10 times those written. Small files that expand without bound are a known attack.")         \
    X(L0103, LIMIT, "too many documents are open", "One run may read 65,535 documents.")                \
    X(L0104, LIMIT, "too many %TAG directives", "A YAML document may have 100 %TAG directives.")        \
    X(L0105, LIMIT, "too many faults",                                                                  \
      "A document may have 10,000 faults in parts that are not used.")                                  \
    X(L0106, LIMIT, "a number is too long to convert",                                                  \
      "Hexadecimal and octal numbers may have 4,096 digits.")                                           \
    /* YAML */                                                                                          \
    X(E0201, ERROR, "the YAML is not well-formed",                                                      \
      "The YAML reader stopped here. A common cause is a tab in the indentation, a missing blank "      \
      "after a colon, or a quote that is never closed.")                                                \
    X(E0202, ERROR, "there is a second document",                                                       \
      "A source is one YAML document. Remove what follows the `---` or `...` line, or put it in a "     \
      "file of its own.")                                                                               \
    X(E0203, ERROR, "an alias names no anchor, or one that contains it",                                \
      "`*name` stands for the node marked `&name` earlier in the document. That node must be "          \
      "complete before the alias.")                                                                     \
    X(E0204, ERROR, "a merge key needs a mapping",                                                      \
      "The value of `<<` must be a mapping or a list of mappings.")                                     \
    X(E0205, ERROR, "a value does not fit its tag",                                                     \
      "Tags such as !!int and !!bool say what a value is; the text must then be one of the core "       \
      "schema of YAML 1.2. !!binary takes base64.")                                                     \
    X(W0201, WARNING, "YAML 1.1 readers would read this otherwise",                                     \
      "schemac reads YAML 1.2 as OpenAPI demands. Older readers take yes, no, on and off for "          \
      "booleans, 017 for octal, 12:30 for a number, 2025-10-11 for a time. Quote the value to make "    \
      "all readers agree.")                                                                             \
    X(W0202, WARNING, "the tag is unknown",                                                             \
      "Only the core tags of YAML 1.2, !!set, !!binary and !!timestamp mean something here. The "       \
      "value is read as if the tag were not there.")                                                    \
    X(W0203, WARNING, "a line break that only YAML 1.1 knows",                                          \
      "U+0085, U+2028 and U+2029 break lines in YAML 1.1 and are ordinary characters in YAML 1.2; "     \
      "readers differ. Write them as escapes in double quotes.")                                        \
    /* JSON and the tree */                                                                             \
    X(E0301, ERROR, "the JSON is not well-formed",                                                      \
      "The text is not JSON as RFC 8259 defines it. A common cause is a comma after the last "          \
      "element, a comment, or single quotes.")                                                          \
    X(E0302, ERROR, "a key stands twice in one object",                                                 \
      "Readers differ in which of the two they take. Remove one.")                                      \
    X(E0303, ERROR, "JSON has no such value",                                                           \
      "Infinity and not-a-number cannot be written as JSON.")                                           \
    X(E0304, ERROR, "a key must be a scalar",                                                           \
      "JSON has only strings for keys; a sequence or mapping cannot be one.")                           \
    X(W0301, WARNING, "faults in parts that are not used",                                              \
      "The document has faults, but nothing that the result needs contains them.")                      \
    X(W0302, WARNING, "a key stands twice, and the last value counts",                                  \
      "Readers differ on which of two values they take; formats that say so take the last. What a "     \
      "reviewer sees need not be what a program uses. Remove one of the two.")                          \
    /* references and roots */                                                                          \
    X(E0401, ERROR, "a reference must be a string",                                                     \
      "The value of $ref is a URI reference in quotes, such as '#/components/schemas/Pet'.")            \
    X(E0402, ERROR, "a reference leads nowhere",                                                        \
      "The JSON Pointer behind the # is followed from the top of the document (RFC 6901). A / in a "    \
      "name is written ~1, a ~ is written ~0.")                                                         \
    X(E0403, ERROR, "a reference leads to another document",                                            \
      "An absolute URL is never fetched. It must be that of a document that is read, or be mapped "     \
      "to a file: --map URL=FILE, or map in schemac.yaml.")                                             \
    X(E0404, ERROR, "a reference leads to something that is no schema",                                 \
      "A $ref in a schema must lead to a schema, one in a Path Item to a Path Item, and so on. What "   \
      "stands in an example, a default or an enum is data.")                                            \
    X(E0405, ERROR, "this is no schema",                                                                \
      "Where a schema is expected, only an object or a boolean may stand.")                             \
    X(E0406, ERROR, "a reference is malformed",                                                         \
      "A reference is a URI reference (RFC 3986) whose fragment is a JSON Pointer (RFC 6901).")         \
    X(E0407, ERROR, "there is no such schema",                                                          \
      "A root is the name of a schema of the document, a JSON Pointer to one, or a reference into "     \
      "another file, such as pets.yaml#/a.")                                                            \
    X(E0408, ERROR, "no root is named",                                                                 \
      "Say which schema to extract with --root, or with root in schemac.yaml.")                         \
    X(E0409, ERROR, "this is no OpenAPI document that can be read",                                     \
      "The document's top must be an object with \"openapi\" (3.0, 3.1, 3.2) or \"swagger\" (2.0).")    \
    X(E0410, ERROR, "this reference or identifier is not supported",                                    \
      "What a $dynamicRef or $recursiveRef leads to depends on how it was come to; that can be "        \
      "told beforehand only when one schema alone has the anchor.")                                     \
    X(E0411, ERROR, "info.version is missing or no string",                                             \
      "{info.version} in an id stands for the text of info.version. A version such as 1.0 must be "     \
      "quoted: as a number, readers may print it as 1.")                                                \
    X(E0412, ERROR, "the root cannot be inlined",                                                       \
      "With root_form: inline the members of the root stand beside the definitions, so it must be "     \
      "an object and may not have definitions itself.")                                                 \
    X(E0413, ERROR, "an id is no URI",                                                                  \
      "A $id is a URI without a fragment. What {info.version} stands for has to fit into one, too.")    \
    X(E0414, ERROR, "a reference leads round in a ring",                                                \
      "On the way to its target the reference goes over other references, and comes back to one "       \
      "that it has passed, or goes over more than 100 of them.")                                        \
    X(E0415, ERROR, "a URI is that of several schemas",                                                 \
      "A reference leads to a schema by its $id, $self or $anchor. When two have the same $id, as "     \
      "two copies of one file do, a map of the URL to a file says which one is meant. Of two "          \
      "schemas with the same $anchor, one needs another.")                                              \
    X(E0416, ERROR, "a reference leads to what is left out",                                            \
      "omit, view or drop takes out the schema, or moves it by taking out one before it in a list. "    \
      "With translate: false such references are copied, so their way must stay.")                      \
    X(W0401, WARNING, "the version of OpenAPI is missing",                                              \
      "A document says its version in its member \"openapi\" or \"swagger\".")                          \
    X(W0402, WARNING, "different schemas have one name",                                                \
      "Files may each have a schema of one name. In the result both are kept, and all but one get a "   \
      "number. Which one keeps the name does not depend on the order in which they are found.")         \
    X(W0403, WARNING, "a choice is left out as a whole",                                                \
      "omit leaves out all branches of an anyOf or oneOf. The result then says nothing in its "         \
      "place, and so takes more than the source. Omit the schema that holds it, too, or put a "         \
      "branch in that is not omitted.")                                                                 \
    X(W0404, WARNING, "a reference in place of a map of schemas",                                       \
      "The value of \"properties\" and the like is a map from names to schemas, and OpenAPI has no "    \
      "references to such maps. Its target is put in its place, but other tools may take $ref for "     \
      "the name of a property.")                                                                        \
    X(W0405, WARNING, "a fault that can keep schemas from being extracted",                             \
      "Extracting a schema fails for what is wrong in any schema that it reaches. `schemac roots` "     \
      "lists these schemas, too, and marks them. What is wrong only with all schemas in one result, "   \
      "such as two files with one $id, marks none that can be extracted alone.")                        \
    X(W0406, WARNING, "a file without a dialect is referred to by the rules of two",                    \
      "A file that says neither a version of OpenAPI nor a $schema is read by the rules of the "        \
      "document that refers to it; of several, those of the entry document come first.")                \
    X(L0401, LIMIT, "too many places have long ways to them",                                           \
      "The way to a place is a JSON Pointer, with the keys of all objects around it. What is beyond "   \
      "256 bytes in each, to schemas that are used and to what has an $id or an $anchor, may be "       \
      "32 MiB in a run. Shorten the key that they all go through.")                                     \
    /* translation and writing */                                                                       \
    X(E0501, ERROR, "there is no translation between these dialects",                                   \
      "translate: true keeps the meaning and is there from all versions of OpenAPI and drafts of "      \
      "JSON Schema from draft-04 on. With translate: false keywords are copied as they are.")           \
    X(E0502, ERROR, "a number cannot be written in this style",                                         \
      "Style go writes numbers as Go does, which has no numbers beyond the doubles. Style exact "       \
      "writes every number as it stands in the source.")                                                \
    X(E0503, ERROR, "the dialect cannot say this",                                                      \
      "With strict, what the target dialect cannot say is an error. Without it, the result says as "    \
      "much as it can and a warning (W0501) tells what is missing. A newer dialect may say it.")        \
    X(W0501, WARNING, "the dialect cannot say this",                                                    \
      "The keyword has no counterpart in the target dialect, so the result accepts more than the "      \
      "source does. Where that would refuse something elsewhere, under not or if for instance, that "   \
      "is left out, too; but not behind references. With strict this is an error; a newer dialect "     \
      "may say it.")                                                                                    \
    X(W0502, WARNING, "members beside $ref do not count",                                               \
      "In OpenAPI 2.0 and 3.0 and in JSON Schema up to draft-07, what stands beside a $ref is "         \
      "ignored, so the result leaves it out. Put both into an allOf, or let it count with "             \
      "honour_ref_siblings.")                                                                           \
    X(W0503, WARNING, "a keyword of OpenAPI 3.0 in another version",                                    \
      "nullable, and exclusiveMinimum and exclusiveMaximum as booleans, mean nothing in other "         \
      "versions than 3.0. The result leaves them out. If the document calls itself by the wrong "       \
      "version, assume: 3.0 reads them as 3.0 does.")                                                   \
    X(W0504, WARNING, "a keyword that the source's version does not know",                              \
      "It means nothing there, but would in the target dialect, so the result leaves it out. If the "   \
      "document calls itself by the wrong version, assume lets the keywords of another one count.")     \
    X(W0505, WARNING, "a discriminator or a part of it cannot become conditions",                       \
      "discriminator: conditional turns a oneOf or anyOf of references into conditions on the "         \
      "property. Other discriminators stay as they are.")                                               \
    X(L0501, LIMIT, "the result is too long", "A result may have 1 GiB.")                               \
    X(L0502, LIMIT, "what is left out depends on too many schemas",                                     \
      "omit and view take the name of a property out of `required` wherever its object is put "         \
      "together, by allOf and $ref. For one artifact 20,000,000 such schemas are looked at.")           \
    X(L0503, LIMIT, "too many references to count what each schema reaches",                            \
      "`schemac roots` follows 200,000,000 references, counting each for each schema that reaches "     \
      "it.")                                                                                            \
    /* schemac.yaml */                                                                                  \
    X(E0601, ERROR, "schemac.yaml has an unknown member",                                               \
      "A member that means nothing is most often a slip. `schemac help --config-schema` prints what "   \
      "can stand where.")                                                                               \
    X(E0602, ERROR, "schemac.yaml has a value of the wrong type",                                       \
      "The message says what is expected here.")                                                        \
    X(E0603, ERROR, "schemac.yaml lacks a member",                                                      \
      "\"version: 1\" is needed, and something that is declared: artifacts with a source for "          \
      "`generate` and `check`; for other commands what they use, such as rules for `diff`.")            \
    X(E0604, ERROR, "schemac.yaml has a value that is none of the known ones",                          \
      "The hint lists what can stand here.")                                                            \
    X(E0605, ERROR, "two uses of one file",                                                             \
      "Each artifact is a file of its own, and none of the files that artifacts are made from: what "   \
      "came of one that is still to be written would depend on when that was. What lies in .git is "    \
      "git's, and a name such as .a.json.schemac-draft is that of a draft, which comes and goes.")      \
    X(E0606, ERROR, "an unknown placeholder",                                                           \
      "In an id, {info.version} stands for the version of the document. With each, {name} and {dir} "   \
      "in a path, an id, a title or a comment stand for the name and the folder of the file found.")    \
    X(E0607, ERROR, "refer names no artifact that can be referred to",                                  \
      "Each entry of refer is the path of another artifact with an id, or on the command line of a "    \
      "schema file with an id; artifacts cannot refer to each other in a ring.")                        \
    X(E0608, ERROR, "there is no schemac.yaml",                                                         \
      "generate and check read schemac.yaml in the current directory or the nearest one above it.")     \
    X(E0609, ERROR, "schemac.yaml is of another version", "This program reads version 1.")              \
    X(E0610, ERROR, "there is no such artifact",                                                        \
      "The operands of generate and check are paths of artifacts as schemac.yaml has them, or of the "  \
      "two files of a disclosure.")                                                                     \
    X(E0611, ERROR, "a member that cannot be dropped",                                                  \
      "drop takes members that say something to people and tools: annotations, format, content*, "      \
      "readOnly, writeOnly, discriminator, xml, externalDocs, x-* and whatever no standard knows. "     \
      "Without one that asserts or applies, such as required or allOf, other values would be valid.")   \
    X(E0612, ERROR, "a name in a map is none",                                                          \
      "map names absolute URLs without a fragment, omit members of schemas.")                           \
    X(E0613, ERROR, "there is a schemac.yaml already",                                                  \
      "init makes a new file and never overwrites one. Edit the file, or have init write another.")     \
    X(N0601, NOTE, "init found no keys that give just this file",                                       \
      "The keys that come nearest were taken, and what differs is reported as check does. Change "      \
      "the document or the keys, or let `schemac generate` overwrite the file.")                        \
    X(E0614, ERROR, "a pattern is malformed",                                                           \
      "In a pattern * stands for any characters, ? for one, [a-z] for one of a set, and ** for "        \
      "folders, however many. A backslash takes the meaning from what follows it.")                     \
    X(E0615, ERROR, "configurations include each other in a ring",                                      \
      "A file may be included from several, but not from what it includes itself. A pattern leaves "    \
      "out the file that it stands in.")                                                                \
    X(E0616, ERROR, "two keys that exclude each other",                                                 \
      "An artifact is made from one source, or there is one for each file that each finds.")            \
    X(E0617, ERROR, "the name of an example does not say what refuses it",                              \
      "A file under \"invalid\" of \"examples\" is called NAME.KEYWORD.EXTENSION, such as "             \
      "no-name.required.json, after the keyword that must refuse it.")                                  \
    X(E0618, ERROR, "schemac.yaml is not what its schema says",                                         \
      "The program can read it, but the published schema of schemac.yaml refuses it. These two should " \
      "agree: please report this.")                                                                     \
    X(E0619, ERROR, "a disclosure names what is no tool",                                               \
      "The file of \"tool\" has no such tool, or several, or the tool has no schema of its input. "     \
      "\"name\" says which tool of a listing is meant; without, that is the alias.")                    \
    X(W0601, WARNING, "no file matches a pattern",                                                      \
      "Patterns are relative to the folder of the file that they stand in, and what begins with a "     \
      "dot matches only what does so, too.")                                                            \
    X(W0701, WARNING, "a file is no longer generated",                                                  \
      "generate takes it out of the record and leaves the file itself alone.")                          \
    X(W0702, WARNING, "a file is in the place of a new artifact",                                       \
      "init chose a path at which there is a file, which generate will overwrite. With --like, init "   \
      "finds the keys that give that file.")                                                            \
    /* schemas that are validated with */                                                               \
    X(E0801, ERROR, "a schema is not valid",                                                            \
      "It is judged by the metaschema of its dialect before it judges anything.")                       \
    X(E0802, ERROR, "a dialect is unknown",                                                             \
      "\"$schema\" names a dialect of JSON Schema, draft-04 to 2020-12, one of OpenAPI, or a "          \
      "metaschema that is given with --resource.")                                                      \
    X(E0803, ERROR, "a keyword has a value that it cannot have",                                        \
      "Its dialect says what it may be.")                                                               \
    X(E0804, ERROR, "a pattern is not valid",                                                           \
      "Patterns are regular expressions of ECMA-262 with the flag u.")                                  \
    X(E0805, ERROR, "a pattern is not supported",                                                       \
      "It is valid, but nothing here can search for it exactly.")                                       \
    X(E0806, ERROR, "no schema is known by a URI",                                                      \
      "Without --schema a document is judged by what its \"$schema\" names: a metaschema, or the "      \
      "\"$id\" of a file that --resource gives or that the schemac.yaml here or above has as an "       \
      "artifact or among its schemas. Nothing is fetched.")                                             \
    X(E0807, ERROR, "nothing says by which schema a document is to be judged",                          \
      "--schema names it, or the document itself, in \"$schema\".")                                     \
    X(E0811, ERROR, "no block of a Markdown file is an instance",                                       \
      "Fenced blocks of json, yaml and yml are looked at: those that hold the text that \"contains\" "  \
      "asks for, or without that those with a \"$schema\". None was found, so nothing was judged.")     \
    X(E0812, ERROR, "there are more or fewer blocks than there must be",                                \
      "A count says how many blocks of a Markdown file are instances, so that none is lost unseen "     \
      "when the file is edited.")                                                                       \
    X(W0801, WARNING, "a pattern is only valid without the flag u",                                     \
      "JSON Schema wants patterns to be valid with it; many readers refuse this one.")                  \
    X(W0802, WARNING, "an example in a source is not valid",                                            \
      "An \"example\", one of \"examples\" or a \"default\" is not what the schema that it stands in, " \
      "or beside, takes. source_examples says what check makes of that.")                               \
    /* diff: what keeps schemas from being compared, and what else is said */                           \
    X(E0901, ERROR, "there is no such commit to compare with",                                          \
      "--against takes what names a commit of this repository: a branch, a tag, an id, or "             \
      "merge-base:BRANCH for where BRANCH and the current commit parted; with a path behind a "         \
      "colon, or else that of the other document.")                                                     \
    X(E0902, ERROR, "two commits have no common one",                                                   \
      "merge-base:BRANCH is where BRANCH and the current commit parted. A shallow clone, as CI "        \
      "makes it, may lack that commit: `git fetch --unshallow`, or have CI fetch the whole "            \
      "history.")                                                                                       \
    X(E0903, ERROR, "a file is not in a commit",                                                        \
      "The commit has no file of that path. Behind a colon a path is one from the top of the "          \
      "work tree, unless it begins with ./ or ../.")                                                    \
    X(E0904, ERROR, "what is to be compared is no schema",                                              \
      "A schema is an object or a boolean. The two sides of a comparison are JSON Schemas, or "         \
      "OpenAPI documents.")                                                                             \
    X(E0905, ERROR, "two documents cannot be compared",                                                 \
      "One is an OpenAPI document and the other is not, or there is nothing in both that could "        \
      "be paired. --root, or a place behind a #, names a schema of an OpenAPI document.")               \
    X(E0906, ERROR, "a baseline cannot be used",                                                        \
      "--baseline takes the report of an earlier run of `schemac diff --format json`.")                 \
    X(W0901, WARNING, "a waiver matches nothing",                                                       \
      "No change has the id that a waiver is for. Either the change is no longer there, or the "        \
      "id is spelt otherwise, or other schemas are compared than those that it was written "            \
      "for.")                                                                                           \
    X(W0902, WARNING, "a waiver has expired",                                                           \
      "The day that \"until\" names is over: the change counts again. Mend it, or give the "            \
      "waiver another day.")                                                                            \
    X(N0901, NOTE, "something has nothing to be compared with",                                         \
      "It is in one of the two documents only. Schemas are compared; that an operation is new "         \
      "or gone is not judged.")                                                                         \
    /* releases: what keeps them from being made */                                                     \
    X(E0911, ERROR, "schemac.yaml does not say how artifacts are released",                             \
      "\"release\" stands in the first file. Its \"dir\" and \"id\" have {version} in them and, with "  \
      "several artifacts, \"id\" has {file}, so that each file of each release has names of its own.")  \
    X(E0912, ERROR, "the index of releases is damaged",                                                 \
      "The file that release.record names lists what was released, and is not made anew from what is "  \
      "there. Take it from git, as it was last.")                                                       \
    X(E0913, ERROR, "a release is there already, with other content",                                   \
      "What was released stays as it is: release under another version.")                               \
    X(E0914, ERROR, "a version is not of the form asked for",                                           \
      "release.versioning says whether versions are dates, YYYY-MM-DD, or three numbers, X.Y.Z.")       \
    X(E0915, ERROR, "a released file has another use",                                                  \
      "What was released does not change, so nothing that is written anew can be one of its files.")    \
    X(E0916, ERROR, "a file cannot be imported as a release",                                           \
      "A published schema is imported under its $id. Its version is that in the $id, in the name of "   \
      "the file or in that of a folder around it.")                                                     \
    X(E0917, ERROR, "a version is too small a step",                                                    \
      "What may break someone takes a new first number, what is only added a new second one, and the "  \
      "third is for what leaves all documents as they were. Below 1.0.0 these are the second and the "  \
      "third. \"rules\" and \"compatibility\" in schemac.yaml count; waivers do not.")                  \
    X(E0918, ERROR, "two releases cannot be compared",                                                  \
      "One of the files is no schema, is missing, or refers to what is not there. `schemac "            \
      "validate` tells more of it.")                                                                    \
    /* tool contracts */                                                                                \
    X(E1001, ERROR, "a file is no listing of tools",                                                    \
      "What is read as the tools of a server is a result of tools/list, the JSON-RPC response with "    \
      "it, an array of tools or of such pages, a capture with \"pages\", or one tool. What is two of "  \
      "these at once is none: clients would read another part of it than is looked at here. Nor is a "  \
      "lock, which --lock names.")                                                                      \
    X(E1002, ERROR, "a listing of tools failed",                                                        \
      "The server answered with a JSON-RPC error, which says nothing about its tools.")                 \
    X(E1003, ERROR, "a listing has no tools",                                                           \
      "A server that answers with an empty list has failed, or is not the one that was meant. Nothing " \
      "is known of its tools then.")                                                                    \
    X(D1001, FINDING, "text is concealed",                                                              \
      "What a server says of its tools has characters that a model reads and people do not see: "       \
      "tags, bidirectional controls, zero-width, private-use or control characters. Instructions "      \
      "are smuggled so. Between emoji or letters of some scripts they can be real text: read it, "      \
      "then go on with --allow-concealed.")                                                             \
    X(D1010, FINDING, "a tool has no fingerprint",                                                      \
      "The connector SDK makes a pin only of a tool with a name, an input schema that says something, " \
      "and an output schema that is an object, null or not there; and digests need numbers that lie "   \
      "within double precision.")                                                                       \
    X(W1001, WARNING, "text is concealed, and may be",                                                  \
      "As D1001, where --allow-concealed says that it is known.")                                       \
    X(W1010, WARNING, "a listing is not complete",                                                      \
      "Its last page has a \"nextCursor\": more tools follow, which nothing here has seen.")            \
    X(E1011, ERROR, "the lock is there already",                                                        \
      "The first lock of a server is made only where there is no file, so that none is lost. "          \
      "--check compares a listing with it, --update and --accept bring it up to date.")                 \
    X(E1012, ERROR, "a lock is damaged",                                                                \
      "The file is no lock, or its digests are not those of the contracts that stand in it: "           \
      "somebody edited it by hand, or a merge left something else than either side had.")               \
    X(E1013, ERROR, "a lock is of another server",                                                      \
      "The server calls itself otherwise than the one that was locked, or not at all, or the files "    \
      "are of two servers. Each server has a lock of its own.")                                         \
    X(E1014, ERROR, "a listing is cut off",                                                             \
      "Its last page has a \"nextCursor\": more tools follow, so nothing can be said of those that "    \
      "are missing.")                                                                                   \
    X(E1015, ERROR, "the version of a lock is not known",                                               \
      "\"version\" is 1 in all locks that this schemac writes and reads.")                              \
    X(E1016, ERROR, "a listing says less than the lock",                                                \
      "What the server said of itself, its prompts or its resource templates were locked, and "         \
      "nobody asked for them this time. What was not listed is not taken for unchanged.")               \
    X(E1017, ERROR, "a lock was not updated",                                                           \
      "What changed is to be looked at before it is taken over. Without a terminal to ask at, --yes "   \
      "says that somebody did.")                                                                        \
    X(E1018, ERROR, "there is nothing to accept",                                                       \
      "--accept names a tool that was added, removed, renamed or changed since the lock.")              \
    X(E1019, ERROR, "a lock would be too large",                                                        \
      "A lock is read whole, as all documents are: it may have 64 MiB.")                                \
    X(E1020, ERROR, "a lock changed in the meantime",                                                   \
      "Another process wrote the lock after it was read here. Nothing was written, so that what was "   \
      "accepted there is not lost.")                                                                    \
    X(D1011, FINDING, "a tool was added",                                                               \
      "The lock has no tool of that name: nobody has reviewed it.")                                     \
    X(D1012, FINDING, "a tool was removed",                                                             \
      "The lock has a tool that the server does not list any more. Who calls it fails.")                \
    X(D1013, FINDING, "a tool was renamed",                                                             \
      "A tool that is not listed any more and one that the lock does not have are the same but for "    \
      "the name.")                                                                                      \
    X(D1014, FINDING, "the contract of a tool changed",                                                 \
      "The descriptor is not the one that was reviewed. The changes of its schemas are told one by "    \
      "one, by the codes of diff. Hints by which hosts decide (\"readOnlyHint\" and its kin) count, "   \
      "too.")                                                                                           \
    X(D1015, FINDING, "what presents a tool changed",                                                   \
      "Descriptions, titles, icons and the like: no call is valid or invalid by them, but a "           \
      "model acts on what they say.")                                                                   \
    X(D1016, FINDING, "the server changed",                                                             \
      "Its version, protocol, capabilities, or what else it says of itself is not what was "            \
      "reviewed.")                                                                                      \
    X(D1017, FINDING, "the instructions of a server changed",                                           \
      "A model gets to read them as they are.")                                                         \
    X(D1018, FINDING, "the prompts or resource templates of a server changed",                          \
      "One was added, removed or is not as it was reviewed.")                                           \
    X(D1019, FINDING, "two tools have one name",                                                        \
      "A client may call either. The same holds of prompts, and of the \"uriTemplate\" of resource "    \
      "templates.")                                                                                     \
    X(D1020, FINDING, "a tool cannot be locked",                                                        \
      "It has no name, or holds a number beyond double precision, which has no digest. What the "       \
      "server says of itself may hold such a number, too.")                                             \
    X(D1021, FINDING, "a tool may destroy",                                                             \
      "A tool was added, or has changed, that may do what cannot be undone: \"destructiveHint\" is "    \
      "true, which is also what it is taken for where neither it nor \"readOnlyHint\" says "            \
      "otherwise.")                                                                                     \
    X(W1011, WARNING, "two servers have a tool of one name",                                            \
      "A client that puts the tools of several servers together shows one of them, or calls the "       \
      "wrong one.")                                                                                     \
    X(N1011, NOTE, "the gate does not see all",                                                         \
      "--gate compat and --gate exact let pass what their digests do not cover, which is where a "      \
      "tool can be poisoned. raw covers all.")                                                          \
    X(D1041, FINDING, "the descriptor of a tool is not well-formed",                                    \
      "A tool is an object with a \"name\" that is a string, with --profile strict one that is not "    \
      "empty. With --profile spec its other members are as the schema of MCP 2026-07-28 has them, "     \
      "too: \"title\" and \"description\" strings, \"annotations\" an object of booleans, \"icons\" "   \
      "a list with \"src\".")                                                                           \
    X(D1042, FINDING, "the input schema of a tool is not admissible",                                   \
      "\"inputSchema\" is an object whose \"type\" is \"object\". With --profile spec it must also "    \
      "be valid in its dialect, which is 2020-12 unless \"$schema\" says otherwise, and hold all "      \
      "that it refers to.")                                                                             \
    X(D1043, FINDING, "the output schema of a tool is not admissible",                                  \
      "\"outputSchema\" is an object or not there; with --profile strict it may be null. With "         \
      "--profile spec it must also be valid in its dialect, and hold all that it refers to.")           \
    X(D1044, FINDING, "something in an output schema is called x-mcp-header",                           \
      "With --profile strict no member at all may have that name there: only arguments are mirrored.")  \
    X(D1045, FINDING, "x-mcp-header stands at a wrong place",                                           \
      "A parameter is mirrored in a header only when each step to it is from \"properties\" to a "      \
      "property, and with --profile strict only when it is the root's own. With strict, data "          \
      "counts, too.")                                                                                   \
    X(D1046, FINDING, "x-mcp-header names no header",                                                   \
      "It is a string of one or more of A-Z a-z 0-9 ! # $ % & ' * + - . ^ _ ` | ~ (RFC 9110, token).")  \
    X(D1047, FINDING, "two parameters are mirrored in one header",                                      \
      "The names of headers do not differ by upper and lower case.")                                    \
    X(D1048, FINDING, "a parameter of this type cannot be mirrored in a header",                        \
      "Beside x-mcp-header stands the \"type\" \"string\", \"integer\" or \"boolean\": not a list, "    \
      "not \"number\", and not behind a reference.")                                                    \
    X(D1049, FINDING, "a secret would be mirrored in a header",                                         \
      "With --profile strict no parameter or header called api_key, apikey, authorization, password, "  \
      "secret or token may be, in upper or lower case: proxies and their logs see headers.")            \
    X(L1041, LIMIT, "a schema of a tool is too large to be judged",                                     \
      "With --profile spec a schema may have 256 levels, 1,000,000 values and 10,000 schemas in it, "   \
      "and its judgement may take as long as that of a document (L0802). The tool is rejected.")        \
    X(W1041, WARNING, "a tool has an unusual name",                                                     \
      "MCP advises 1 to 128 characters of A-Z a-z 0-9 _ - . for names; hosts and models may not "       \
      "take others.")                                                                                   \
    X(W1042, WARNING, "a parameter that sounds of a secret is mirrored in a header",                    \
      "MCP advises servers not to, since proxies and their logs see headers. --profile strict "         \
      "rejects it.")                                                                                    \
    X(W1043, WARNING, "two tools of a listing have one name", "Clients keep the last of them.")         \
    X(W1044, WARNING, "an icon of a tool is not to be loaded",                                          \
      "Clients load icons by https or from data URIs and refuse others, such as javascript: and "       \
      "file: (MCP 2026-07-28). The tool can be used without.")                                          \
    X(D1051, FINDING, "a value cannot stand in a header",                                               \
      "A parameter that is mirrored in a header is a string, an integer within 2^53 - 1 of 0, or a "    \
      "boolean, as its schema declares. Nothing is rounded or converted. The message has the word for " \
      "what is wrong: type-mismatch or integer-range.")                                                 \
    X(D1052, FINDING, "the text of a header cannot be decoded",                                         \
      "The text is plain, or base64 of UTF-8 between =?base64? and ?=. Profile strict takes only "      \
      "visible ASCII as plain and only the base64 that encoding gives; profile spec also blanks and "   \
      "tabs inside, and what only begins like base64. The message has the word for what is wrong.")     \
    X(D1053, FINDING, "a request is refused",                                                           \
      "A server answers with the status and the error code that are printed, and does not call the "    \
      "tool. The message has the word for the reason: of the headers missing-header, "                  \
      "unexpected-header, duplicate-header, value-mismatch, or how one is malformed; of the request "   \
      "invalid-request, missing-metadata, unsupported-version, unknown-method, unknown-tool, "          \
      "invalid-params; or why the tool is rejected.")                                                   \
    X(D1054, FINDING, "there is no such tool",                                                          \
      "The listing has no tool of that name. Names are compared byte by byte.")                         \
    X(E1051, ERROR, "a file does not hold the arguments of a call",                                     \
      "The arguments of a tools/call are one object, from the names of the parameters to their "        \
      "values.")                                                                                        \
    X(E1052, ERROR, "a line of a file is no header",                                                    \
      "What --header @FILE names has one header a line, as in a request of HTTP/1.1: a name of "        \
      "letters, digits and the signs of a token (RFC 9110), a colon, and the value. Lines are not "     \
      "continued.")                                                                                     \
    X(N1051, NOTE, "a value is sent without a header",                                                  \
      "An argument that is null is not mirrored (MCP 2026-07-28): there is no header, and a server "    \
      "expects none.")                                                                                  \
    X(D1071, FINDING, "a result is not complete",                                                       \
      "\"resultType\" must say \"complete\". Absent it is read as that, and \"input_required\" "        \
      "is legal, too; with --profile strict neither is.")                                               \
    X(D1072, FINDING, "the content of a result is not an array of blocks",                              \
      "\"content\" is an array of objects of the types text, image, audio, resource_link and "          \
      "resource. With --profile strict it has at least one.")                                           \
    X(D1073, FINDING, "a content block lacks what its type needs",                                      \
      "A text has \"text\"; an image and a sound have \"data\", which is base64 with its "              \
      "padding and without line breaks, and \"mimeType\"; a link has \"uri\" and \"name\"; a "          \
      "resource has an object \"resource\" with \"uri\" and \"text\" or \"blob\".")                     \
    X(D1074, FINDING, "structured content is missing",                                                  \
      "A result of a tool with an output schema has \"structuredContent\", which may be null. "         \
      "With --profile spec it may be missing where \"isError\" is true.")                               \
    X(D1075, FINDING, "structured content breaks the output schema",                                    \
      "The tool promised something else. Do not use the result, and tell the author of the "            \
      "server.")                                                                                        \
    X(D1076, FINDING, "structured content has no text beside it",                                       \
      "With --profile strict a result of a tool with an output schema has at least one text "           \
      "block, for clients that do not read structured content.")                                        \
    X(D1077, FINDING, "an optional member of a result has a value that it cannot have",                 \
      "\"isError\", \"annotations\", \"_meta\", \"size\" and the like may be left out. Where "          \
      "they are there, they are as schema.json of MCP has them.")                                       \
    X(D1078, FINDING, "a call has no result",                                                           \
      "The answer is a JSON-RPC error. With --profile spec a well-formed one is a legal answer, "       \
      "and only a warning.")                                                                            \
    X(W1071, WARNING, "a result does what not all clients take",                                        \
      "It is valid by the profile that it was judged by, but not by the other one, or it leaves "       \
      "out what it should have.")                                                                       \
    X(W1072, WARNING, "a call names a tool that is not listed",                                         \
      "Its result is judged as that of a tool without an output schema.")                               \
    X(W1073, WARNING, "a call was answered with an error",                                              \
      "A JSON-RPC error stands in place of a result: there is nothing to judge.")                       \
    X(E1071, ERROR, "an output schema cannot be used",                                                  \
      "An output schema is an object. Results of a tool with another one cannot be judged.")            \
    X(E1072, ERROR, "a file holds no results",                                                          \
      "What is read as results is a result of tools/call, the JSON-RPC response with it, an "           \
      "array of these, or a capture: an object with \"calls\", an array of objects with "               \
      "\"tool\" and \"response\".")                                                                     \
    X(L1071, LIMIT, "structured content is too costly to judge",                                        \
      "With --profile strict it may take 20,000,000 steps to compare it with its output schema.")       \
    X(D1081, FINDING, "a cursor is neither a string nor null",                                          \
      "\"nextCursor\" of a page is a string, which may be empty, or null, or is left out on the "       \
      "last page. The list cannot be followed.")                                                        \
    X(D1082, FINDING, "a cursor came a second time",                                                    \
      "A server that sends a cursor again, at any distance, never ends its list. What was "             \
      "listed so far is not the whole.")                                                                \
    X(D1083, FINDING, "a list has more pages than are read",                                            \
      "After --page-limit pages, 100 unless it says otherwise, a list that goes on is given up.")       \
    X(W1081, WARNING, "pages follow the end of a list",                                                 \
      "A page without a \"nextCursor\" is the last, and no client asks for what follows it.")           \
    X(E1073, ERROR, "a page of a list failed",                                                          \
      "A JSON-RPC error, or something else that is no page, stands in place of a page: all of "         \
      "the discovery fails.")                                                                           \
    X(E1074, ERROR, "a page of a list is missing",                                                      \
      "The last page that was given has a \"nextCursor\", so what the server lists is not all "         \
      "here.")                                                                                          \
    X(W1082, WARNING, "a reviewed tool is not what is listed",                                          \
      "The pages list another descriptor under its name, or none: what was reviewed is not what "       \
      "a client would get.")                                                                            \
    /* schemas in parts */                                                                              \
    X(E1101, ERROR, "schemas cannot be disclosed under such a name",                                    \
      "Operation and alias have 1 to 1,024 characters. Both, and the prefix of URIs, become "           \
      "parts of URIs.")                                                                                 \
    X(E1102, ERROR, "a tool has no schema to disclose",                                                 \
      "An object is wanted as \"inputSchema\", and as \"outputSchema\" an object, null, or "            \
      "nothing.")                                                                                       \
    X(E1103, ERROR, "a digest is wrong",                                                                \
      "What --source-sha256 says has 64 hexadecimal digits in lower case, and with --source is the "    \
      "digest of that file.")                                                                           \
    X(E1104, ERROR, "a folder holds something else",                                                    \
      "Only a folder that is empty, or that disclose has written, is replaced.")                        \
    X(E1105, ERROR, "a tool is not to be found",                                                        \
      "A listing of several tools has to have exactly one of the name that is meant.")                  \
    X(D1101, FINDING, "a manifest or fragment is malformed",                                            \
      "Both are closed objects with members of fixed types, which nothing is converted to. "            \
      "Their URIs follow from operation, alias and the prefix, which --uri-prefix says.")               \
    X(D1102, FINDING, "an index of a fragment is out of range",                                         \
      "Fragments are counted from 0, up to one less than \"fragment_count\".")                          \
    X(D1103, FINDING, "a fragment is too large",                                                        \
      "Its text may have 4,096 bytes of UTF-8, and all of it 32 KiB as compact JSON.")                  \
    X(D1104, FINDING, "fragments are mixed",                                                            \
      "Each repeats the manifest that it belongs to, and that has to be the selected one: "             \
      "fragments of an older version, or of another tool, are not.")                                    \
    X(D1105, FINDING, "fragments are incomplete",                                                       \
      "There have to be as many as \"fragment_count\" says.")                                           \
    X(D1106, FINDING, "fragments are reordered",                                                        \
      "They are given in the order of their indices, each once.")                                       \
    X(D1107, FINDING, "fragments are corrupt",                                                          \
      "A text does not have the digest of its fragment, or all together not the length and the "        \
      "digest that the manifest says.")                                                                 \
    X(D1108, FINDING, "a disclosed document is inconsistent",                                           \
      "What the fragments give is what their producer split, but it is not the canonical form "         \
      "of two schemas with the digests that the manifest says.")                                        \
    X(D1111, FINDING, "a number cannot be disclosed",                                                   \
      "The canonical form has numbers as a double reads them, and this one lies beyond the "            \
      "doubles.")                                                                                       \
    X(D1112, FINDING, "schemas are too large to be disclosed",                                          \
      "The document of both schemas may have 16 MiB.")                                                  \
    X(D1113, FINDING, "a fragment would be too large",                                                  \
      "All of a fragment may have 32 KiB as compact JSON. As texts are split, only a very long "        \
      "operation, alias or prefix leads there.")                                                        \
    /* generate and check */                                                                            \
    X(D0001, FINDING, "an artifact is missing",                                                         \
      "An artifact of schemac.yaml is a file that is not there. `schemac generate` writes it.")         \
    X(D0002, FINDING, "an artifact is no longer generated",                                             \
      "The record lists a file that no artifact of schemac.yaml is any more: the artifact was taken "   \
      "out, or no document matches its pattern. Delete the file, or put the artifact or document "      \
      "back; `schemac generate` then brings the record up to date.")                                    \
    X(D0003, FINDING, "an artifact is cut off or damaged",                                              \
      "The file is not JSON. It was written in part, or edited by hand.")                               \
    X(D0004, FINDING, "a generated file has conflict markers",                                          \
      "A merge left <<<<<<<, ======= and >>>>>>> lines. Settle the source first, then generate.")       \
    X(D0005, FINDING, "an artifact differs in form only",                                               \
      "Its value is what the source stands for, but indentation, order or escapes differ.")             \
    X(D0006, FINDING, "an artifact differs in content",                                                 \
      "Source and artifact have drifted apart. The message says which side moved: the source since "    \
      "the last generate, the artifact by hand, or both.")                                              \
    X(D0007, FINDING, "a generate was interrupted",                                                     \
      "Files are newer than the record that is written last. `schemac generate` completes it.")         \
    X(D0008, FINDING, "the record of fingerprints is missing or damaged",                               \
      "The record tells which side moved when source and artifact differ. `schemac generate` "          \
      "writes it anew.")                                                                                \
    X(D0009, FINDING, "the staged record is not that of a staged artifact",                             \
      "generate writes artifacts and record together, and a commit takes all of them or none. Most "    \
      "often the record was forgotten: `git add` it.")                                                  \
    X(D0010, FINDING, "an artifact is not in the record",                                               \
      "The file is right, but the record does not list it: it has not been generated since the "        \
      "record was asked for, lost or damaged. `schemac generate` lists it.")                            \
    X(D0011, FINDING, "an artifact or the record is unmerged in git's index",                           \
      "While a conflict is not settled, the index has two or three contents of the file and no "        \
      "commit can take any. Settle the source first, then generate.")                                   \
    X(D0012, FINDING, "an artifact or the record is only intended to be added",                         \
      "`git add -N` notes the name of a file without its content, and no commit takes it. `git add` "   \
      "the file.")                                                                                      \
    X(D0013, FINDING, "the record of fingerprints is not complete",                                     \
      "It was written when a record had the digests of the artifacts' bytes only. `schemac generate` "  \
      "adds those of content and of constraints.")                                                      \
    X(D0014, FINDING, "a digest in the record is not that of the artifact",                             \
      "The artifact is right and its bytes are those that the record was made of, so the record was "   \
      "edited by hand or by a merge. `schemac generate` writes the digests anew.")                      \
    /* diff */                                                                                          \
    X(D0101, FINDING, "a value may be of fewer types",                                                  \
      "\"type\" names fewer types, or names types where it did not.")                                   \
    X(D0102, FINDING, "a value may be of more types", "\"type\" names more types, or is gone.")         \
    X(D0103, FINDING, "a value is no longer allowed", "A value of \"enum\" or \"const\" is gone.")      \
    X(D0104, FINDING, "another value is allowed",                                                       \
      "A value came to \"enum\", or \"const\" has another one.")                                        \
    X(D0105, FINDING, "the allowed values are listed now",                                              \
      "There is an \"enum\" or a \"const\" where there was none.")                                      \
    X(D0106, FINDING, "the allowed values are no longer listed",                                        \
      "An \"enum\" or a \"const\" is gone.")                                                            \
    X(D0107, FINDING, "a bound of numbers is stricter",                                                 \
      "\"minimum\", \"maximum\" or one of their exclusive forms is new, or allows less.")               \
    X(D0108, FINDING, "a bound of numbers is looser",                                                   \
      "\"minimum\", \"maximum\" or one of their exclusive forms is gone, or allows more.")              \
    X(D0109, FINDING, "\"multipleOf\" changed", "It is new, gone, or another number.")                  \
    X(D0110, FINDING, "a limit of length or count is stricter",                                         \
      "\"maxLength\", \"minItems\" or the like is new, or allows less.")                                \
    X(D0111, FINDING, "a limit of length or count is looser",                                           \
      "\"maxLength\", \"minItems\" or the like is gone, or allows more.")                               \
    X(D0112, FINDING, "a pattern is new or another one",                                                \
      "Both are compared as languages, as far as they are regular and of moderate size. Beyond that, "  \
      "with lookarounds or backreferences, texts are tried with both.")                                 \
    X(D0113, FINDING, "a pattern is gone", "Any text of the right length is taken now.")                \
    X(D0114, FINDING, "a format is new or another one",                                                 \
      "Whether a format is held to depends on the dialect and on who validates.")                       \
    X(D0115, FINDING, "a format is gone",                                                               \
      "Whether a format is held to depends on the dialect and on who validates.")                       \
    X(D0116, FINDING, "a property is required now", "\"required\" names it, where it did not.")         \
    X(D0117, FINDING, "a property is no longer required", "\"required\" names it no more.")             \
    X(D0118, FINDING, "a property is declared now",                                                     \
      "Where undeclared properties are allowed, documents may have one of that name already, "          \
      "with any value. That few do cannot be proven, so it is undecided for those who write them. "     \
      "`rules: {D0118: safe}` in schemac.yaml takes it for safe.")                                      \
    X(D0119, FINDING, "a property is no longer declared",                                               \
      "Where undeclared properties are allowed, it may have any value now; else it is refused.")        \
    X(D0120, FINDING, "undeclared properties are refused or held to more",                              \
      "\"additionalProperties\" is new.")                                                               \
    X(D0121, FINDING, "undeclared properties are allowed or held to less",                              \
      "\"additionalProperties\" is gone.")                                                              \
    X(D0122, FINDING, "items are held to more", "There is a schema for items that had none.")           \
    X(D0123, FINDING, "items are held to less", "A schema for items is gone.")                          \
    X(D0124, FINDING, "items have to differ now", "\"uniqueItems\" is true.")                           \
    X(D0125, FINDING, "items may be equal now", "\"uniqueItems\" is true no more.")                     \
    X(D0126, FINDING, "\"contains\" is new or asks for more",                                           \
      "It asks that some items are of a kind.")                                                         \
    X(D0127, FINDING, "\"contains\" is gone or asks for less",                                          \
      "It asked that some items are of a kind.")                                                        \
    X(D0128, FINDING, "a rule for the names of properties is new",                                      \
      "\"propertyNames\", or a pattern of \"patternProperties\".")                                      \
    X(D0129, FINDING, "a rule for the names of properties is gone",                                     \
      "\"propertyNames\", or a pattern of \"patternProperties\".")                                      \
    X(D0130, FINDING, "a property depends on another one now",                                          \
      "\"dependentRequired\", \"dependentSchemas\" or \"dependencies\".")                               \
    X(D0131, FINDING, "a property no longer depends on another one",                                    \
      "\"dependentRequired\", \"dependentSchemas\" or \"dependencies\".")                               \
    X(D0132, FINDING, "a choice has a branch more", "A schema came to \"anyOf\" or \"oneOf\".")         \
    X(D0133, FINDING, "a choice has a branch less", "A schema of \"anyOf\" or \"oneOf\" is gone.")      \
    X(D0134, FINDING, "there is a choice where there was none", "\"anyOf\" or \"oneOf\" is new.")       \
    X(D0135, FINDING, "a choice is gone", "There is no \"anyOf\" or \"oneOf\" any more.")               \
    X(D0136, FINDING, "what must not hold is new", "\"not\" is new.")                                   \
    X(D0137, FINDING, "what must not hold is gone", "\"not\" is gone.")                                 \
    X(D0138, FINDING, "a condition changed", "\"if\", \"then\" or \"else\" is new or gone.")            \
    X(D0139, FINDING, "what other keywords leave is treated otherwise",                                 \
      "\"unevaluatedProperties\" or \"unevaluatedItems\" is new, gone, or sees other keywords.")        \
    X(D0140, FINDING, "a dynamic reference changed",                                                    \
      "\"$dynamicRef\" or \"$recursiveRef\" leads elsewhere, or by another way.")                       \
    X(D0141, FINDING, "nothing is allowed any more", "The schema is false now.")                        \
    X(D0142, FINDING, "something is allowed where nothing was", "The schema is false no more.")         \
    X(D0143, FINDING, "what is in a text is asked for otherwise",                                       \
      "\"contentEncoding\" or \"contentMediaType\" changed where they assert.")                         \
    X(D0144, FINDING, "a choice may hold otherwise",                                                    \
      "\"oneOf\" became \"anyOf\", or the other way round.")                                            \
    X(D0150, FINDING, "an annotation is another one",                                                   \
      "It says something to readers and tools, and nothing about what is valid.")                       \
    X(D0151, FINDING, "an annotation is new",                                                           \
      "It says something to readers and tools, and nothing about what is valid.")                       \
    X(D0152, FINDING, "an annotation is gone",                                                          \
      "It says something to readers and tools, and nothing about what is valid.")                       \
    X(D0153, FINDING, "a definition is called otherwise",                                               \
      "What it asks is the same; references that others have to it lead nowhere now.")                  \
    X(D0154, FINDING, "a definition is new",                                                            \
      "By itself it asks nothing; what refers to it is told where it stands.")                          \
    X(D0155, FINDING, "a definition is gone",                                                           \
      "References that others have to it lead nowhere now.")                                            \
    X(D0156, FINDING, "what a schema says of itself changed",                                           \
      "\"$schema\", \"$id\" or another name of the schema is new, gone, or another one.")               \
    /* releases */                                                                                      \
    X(D0201, FINDING, "a released file changed",                                                        \
      "Its content is not that of which the index of releases has the digest. Take it from git; what "  \
      "is to change goes into a new release.")                                                          \
    X(D0202, FINDING, "a released file is missing",                                                     \
      "The index of releases lists it. Take it from git.")                                              \
    X(D0203, FINDING, "a copy of a release differs",                                                    \
      "Files of release.copies have the bytes of what was released last. To release that version "      \
      "again writes them.")                                                                             \
    X(D0204, FINDING, "one $id has two contents",                                                       \
      "Who has that name in a document cannot tell which schema is meant. Give one of the two "         \
      "another $id, or say draft: true of an artifact that moves on.")                                  \
    X(D0205, FINDING, "a release was interrupted",                                                      \
      "The files of a release take their places before the index lists them. To release that version "  \
      "again completes it.")                                                                            \
    X(D0206, FINDING, "a schema is mentioned that was not released",                                    \
      "The files of \"mentions\" may name only what the index of releases lists: readers copy such "    \
      "URLs into their documents.")                                                                     \
    X(N0201, NOTE, "a release is pending",                                                              \
      "An artifact has moved on from its last release. `schemac release` freezes it as it is now.")     \
    X(N0202, NOTE, "an artifact was not released yet",                                                  \
      "`schemac release` freezes it as it is now.")                                                     \
    /* validate */                                                                                      \
    X(D0801, FINDING, "a value is of the wrong type", "The keyword \"type\" says what it may be.")      \
    X(D0802, FINDING, "a value is none of those that are allowed",                                      \
      "The keywords \"enum\" and \"const\" say which these are.")                                       \
    X(D0803, FINDING, "a number is out of bounds",                                                      \
      "\"minimum\", \"maximum\", their exclusive forms and \"multipleOf\" say which numbers may be. "   \
      "They are compared exactly, as they are written.")                                                \
    X(D0804, FINDING, "a text is not of the form asked for",                                            \
      "\"minLength\" and \"maxLength\" count characters, \"pattern\" is a regular expression of "       \
      "ECMA-262 that is searched for, \"format\" asserts up to draft-07 or when it is asked to.")       \
    X(D0805, FINDING, "there are too many or too few, or two that are equal",                           \
      "\"minItems\", \"maxItems\", \"minProperties\", \"maxProperties\", \"uniqueItems\" and "          \
      "\"contains\" say so.")                                                                           \
    X(D0806, FINDING, "a property is missing",                                                          \
      "\"required\" names it, or another property that is there asks for it.")                          \
    X(D0807, FINDING, "a property or item is not allowed",                                              \
      "\"additionalProperties\", \"unevaluatedProperties\" or the schema false forbids it.")            \
    X(D0808, FINDING, "no schema of a choice holds",                                                    \
      "\"anyOf\" or \"oneOf\": what is said of it is that of the schema that comes nearest.")           \
    X(D0809, FINDING, "several schemas hold where one may", "\"oneOf\" wants exactly one.")             \
    X(D0810, FINDING, "a value is what it must not be", "\"not\" has a schema that holds.")             \
    X(D0811, FINDING, "an example that has to be refused is valid",                                     \
      "Under \"invalid\" of \"examples\" stand files that the schema must refuse. Either the "          \
      "example is wrong, or the schema allows what it should not.")                                     \
    X(D0812, FINDING, "an example is refused by another keyword",                                       \
      "An invalid example shows one keyword, which its name says before the extension: "                \
      "no-name.required.json. That keyword has to be among those that are told of it.")                 \
    X(D0813, FINDING, "an example in a source is not valid",                                            \
      "As W0802, where source_examples is error.")                                                      \
    X(N0801, NOTE, "more is wrong than is told",                                                        \
      "`--max-errors` says how much validate tells of one document; a run tells 1,000 in all.")         \
    X(L0801, LIMIT, "a pattern is not decided",                                                         \
      "Some patterns take time without bound on some texts. This one was given up.")                    \
    X(L0802, LIMIT, "a value is not decided",                                                           \
      "One document may take 200,000,000 schemas applied to values, and 2,000 in a row to one value.")  \
    X(L0901, LIMIT, "a comparison took too long",                                                       \
      "Two schemas were compared at 1,000,000 places, or differ in more than 100,000, or in so many "   \
      "with long keys that it takes 64 MiB to say where.")                                              \
    X(N0001, NOTE, "an artifact has CRLF line ends",                                                    \
      "Its content is right. Git may have changed the line ends on checkout; a line such as "           \
      "\"schemas/** text eol=lf\" in .gitattributes keeps them.")

#endif

// bundle.mjs - ref-parser's bundle of a document, written as JSON.
//
//     node bundle.mjs MODULES FILE OUT
//
// MODULES is the folder node_modules that has it.
import fs from "fs";
import { createRequire } from "module";
import { pathToFileURL } from "url";

const [modules, file, out] = process.argv.slice(2);
const found = createRequire(`${modules}/`).resolve("@apidevtools/json-schema-ref-parser");
const { default: parser } = await import(pathToFileURL(found));
fs.writeFileSync(out, JSON.stringify(await parser.bundle(file), null, 2));

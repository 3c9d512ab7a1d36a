// ajv.cjs - a process that compiles a schema with ajv and judges all lines of a file by it.
//
//     NODE_PATH=MODULES node ajv.cjs SCHEMA INSTANCES.jsonl [--annex-b]
//
// Formats annotate. With --annex-b patterns may be what they may be without the flag u. Ends with
// status 1 when some line is not valid, and with 3 when ajv does not compile the schema.
"use strict";
const fs = require("fs");

const [schemaFile, instancesFile, option] = process.argv.slice(2);
const schema = JSON.parse(fs.readFileSync(schemaFile, "utf8"));
const Ajv = require(String(schema.$schema).includes("2020-12") ? "ajv/dist/2020" : "ajv").default;
const ajv = new Ajv({
  strict: false,
  validateFormats: false,
  logger: false,
  unicodeRegExp: option !== "--annex-b",
});
let validate;
try {
  validate = ajv.compile(schema);
} catch (error) {
  console.error(error.message);
  process.exit(3);
}
let invalid = 0;
for (const line of fs.readFileSync(instancesFile, "utf8").split("\n"))
  if (line && !validate(JSON.parse(line))) invalid++;
process.exit(invalid ? 1 : 0);

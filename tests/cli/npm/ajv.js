// ajv.js - compiles a schema with ajv, and judges documents by it.
//
//     node ajv.js draft-04|draft-07|2020-12 OPTIONS SCHEMA.json [--with OTHER.json]... [DOCUMENT]...
//
// OPTIONS are ajv's own, as JSON; OTHER is a schema that SCHEMA refers to. Prints "valid" or
// "invalid" for each DOCUMENT, JSON text or, behind "@", a file of it. Ends with status 1 when the schema does not compile.
"use strict";
const fs = require("fs");

const [dialect, options, path, ...rest] = process.argv.slice(2);
const packages = { "draft-04": "ajv-draft-04", "draft-07": "ajv", "2020-12": "ajv/dist/2020" };
const Ajv = require(packages[dialect]).default;
const ajv = new Ajv(JSON.parse(options));
const read = (file) => JSON.parse(fs.readFileSync(file, "utf8"));

while (rest[0] === "--with") {
  rest.shift();
  ajv.addSchema(read(rest.shift()));
}
try {
  const validate = ajv.compile(read(path));
  const value = (text) => (text.startsWith("@") ? read(text.slice(1)) : JSON.parse(text));
  for (const text of rest) console.log(validate(value(text)) ? "valid" : "invalid");
} catch (error) {
  console.error(`${path}: ${error.message}`);
  process.exit(1);
}

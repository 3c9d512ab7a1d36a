// published.js - compares the metaschemas that the program carries with those that packages publish.
//
//     node published.js FOLDER
//
// Prints one line for each file of FOLDER: its name, or where it differs. Titles, descriptions and
// comments do not count. The packages carry what was published at some time; where that was revised
// later, or is kept there without its name, `revise` says how.
"use strict";
const fs = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");

const packages = process.env.NODE_PATH;
const ajv = (name) => path.join(packages, "ajv", "dist", "refs", name);
const hyperjump = (name) => path.join(packages, "@hyperjump", "json-schema", name);

// The text of drafts 06 and 07 has always let "enum" be empty and hold a value twice: their
// metaschemas were brought in line with it.
function relaxEnum(schema) {
  delete schema.properties.enum.minItems;
  delete schema.properties.enum.uniqueItems;
}

function relaxDraft06(schema) {
  relaxEnum(schema);
  schema.properties.patternProperties.propertyNames = { format: "regex" };
}

// @hyperjump/json-schema gives names by code, and has no use for these two.
const named = (id, vocabulary) => (schema) => {
  schema.$id = id;
  if (vocabulary) schema.$vocabulary = { [vocabulary]: true };
};

function dateOpenapi32(schema) {
  schema.$id = "https://spec.openapis.org/oas/3.2/dialect/2025-09-17";
  schema.allOf[1].$ref = "https://spec.openapis.org/oas/3.2/meta/2025-09-17";
}

// Ours is in draft-07 instead of draft-04, and parts schemas and references by "if"; the arrays of
// schemas may be empty, as in the schema of whole documents that OpenAPI publishes.
function modernise(value) {
  if (Array.isArray(value)) return value.map(modernise);
  if (typeof value !== "object" || value === null) return value;
  if (/positiveInteger/.test(value.$ref)) {
    return { type: "integer", minimum: 0, ...(/Default0/.test(value.$ref) && { default: 0 }) };
  }
  if (value.$ref === "#/definitions/schemaArray") return { $ref: "#/definitions/SchemaArray" };
  const result = {};
  for (const [key, item] of Object.entries(value)) result[key] = modernise(item);
  if (result.exclusiveMinimum === true) {
    result.exclusiveMinimum = result.minimum;
    delete result.minimum;
  }
  return result;
}

function openapi30(schema) {
  const { Discriminator, ExternalDocumentation, XML } = schema.definitions;
  const { $ref, ...properties } = modernise(schema.properties);
  properties.additionalProperties.default = true;
  properties.default = properties.example = true;
  delete properties.enum.uniqueItems; // false
  const extensible = { patternProperties: { "^x-": true }, additionalProperties: false };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    $id: schema.id,
    type: "object",
    if: { required: ["$ref"] },
    then: { properties: { $ref: { ...$ref, format: "uri-reference" } } },
    else: { $ref: "#/definitions/Schema" },
    definitions: {
      Schema: { properties, ...extensible },
      SchemaArray: { type: "array", items: { $ref: "#" } },
      Discriminator,
      ExternalDocumentation: { ...ExternalDocumentation, ...extensible },
      XML: { ...XML, ...extensible },
    },
  };
}

const oas = "https://spec.openapis.org/oas";
const published = {
  "draft-04.json": { from: hyperjump("draft-04/schema.js") },
  "draft-06.json": { from: ajv("json-schema-draft-06.json"), revise: relaxDraft06 },
  "draft-07.json": { from: hyperjump("draft-07/schema.js"), revise: relaxEnum },
  "2019-09.json": { from: ajv("json-schema-2019-09/schema.json") },
  "2020-12.json": { from: ajv("json-schema-2020-12/schema.json") },
  "2020-12-format-assertion.json": {
    from: hyperjump("draft-2020-12/meta/format-assertion.js"),
    revise: named(
      "https://json-schema.org/draft/2020-12/meta/format-assertion",
      "https://json-schema.org/draft/2020-12/vocab/format-assertion",
    ),
  },
  "openapi-3.0.json": { from: hyperjump("openapi-3-0/dialect.js"), revise: openapi30 },
  "openapi-3.1.json": {
    from: hyperjump("openapi-3-1/dialect/base.js"),
    revise: named(`${oas}/3.1/dialect/base`),
  },
  "openapi-3.1-base.json": {
    from: hyperjump("openapi-3-1/meta/base.js"),
    revise: named(`${oas}/3.1/meta/base`, `${oas}/3.1/vocab/base`),
  },
  "openapi-3.2.json": { from: hyperjump("openapi-3-2/dialect/base.js"), revise: dateOpenapi32 },
  "openapi-3.2-base.json": {
    from: hyperjump("openapi-3-2/meta/base.js"),
    revise: named(`${oas}/3.2/meta/2025-09-17`, `${oas}/3.2/vocab/base`),
  },
};
for (const name of ["core", "applicator", "validation", "meta-data", "format", "content"]) {
  published[`2019-09-${name}.json`] = { from: ajv(`json-schema-2019-09/meta/${name}.json`) };
}
for (const name of ["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"]) {
  published[`2020-12-${name}.json`] = { from: ajv(`json-schema-2020-12/meta/${name}.json`) };
}

const load = async (file) =>
  file.endsWith(".js") ? (await import(pathToFileURL(file).href)).default : JSON.parse(fs.readFileSync(file, "utf8"));

// Without what is for readers. A property of that name has a schema for its value, no string.
function bare(value) {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const forReaders = ([key, item]) => ["title", "description", "$comment"].includes(key) && typeof item === "string";
  return Object.fromEntries(Object.entries(value).filter((member) => !forReaders(member)).map(([key, item]) => [key, bare(item)]));
}

// The places where two values differ, as JSON Pointers; members may come in any order.
function differences(ours, theirs, at = "") {
  const containers = [ours, theirs].every((value) => typeof value === "object" && value !== null);
  if (!containers || Array.isArray(ours) !== Array.isArray(theirs)) {
    return ours === theirs ? [] : [`${at || "/"} ${JSON.stringify(ours)} not ${JSON.stringify(theirs)}`];
  }
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) => differences(ours[key], theirs[key], `${at}/${key}`));
}

async function main(folder) {
  for (const name of [...new Set([...fs.readdirSync(folder), ...Object.keys(published)])].sort()) {
    if (!published[name] || !fs.existsSync(path.join(folder, name))) {
      console.log(`${name} ${published[name] ? "is not there" : "is published nowhere"}`);
      continue;
    }
    const { from, revise } = published[name];
    let theirs = bare(await load(from));
    theirs = (revise && revise(theirs)) || theirs;
    const ours = JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
    console.log([name, ...differences(ours, theirs)].join(" "));
  }
}

main(process.argv[2]);

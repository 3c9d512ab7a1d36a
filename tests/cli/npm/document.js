// document.js - an OpenAPI document as readers of other people see it: its named schemas, and which
// of them refer to which. No more than the tests need.
"use strict";
const fs = require("fs");
const yaml = require("js-yaml");

const isObject = (value) => typeof value === "object" && value !== null;

// The document in the file; of keys that stand twice the last counts.
function readDocument(file) {
  const text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  return file.endsWith(".json") ? JSON.parse(text) : yaml.load(text, { json: true });
}

// Its named schemas.
const schemasOf = (document) => (document.components || document).schemas || document.definitions || {};

// A name as a token of a JSON Pointer and, ESCAPEd, in a URI fragment; and that fragment's token back.
const tokenOf = (name) => name.replace(/~/g, "~0").replace(/\//g, "~1");
const escape = (name) => encodeURIComponent(tokenOf(name));
const unescape = (token) => decodeURIComponent(token).replace(/~1/g, "/").replace(/~0/g, "~");

// The pointer behind the place of named schemas that the text TARGET leads to, as a list of names;
// null when it leads elsewhere.
function pathOf(target) {
  const found = /^#\/(?:components\/schemas|definitions)\/(.+)/.exec(target);
  return found && found[1].split("/").map(unescape);
}

// Adds the names in SCHEMAS that VALUE, anything in a document, refers to, as it seems.
function collect(value, schemas, into) {
  for (const member of Object.values(value)) {
    if (isObject(member)) collect(member, schemas, into);
    const target = typeof member === "string" && pathOf(member);
    if (target && Object.hasOwn(schemas, target[0])) into.add(target[0]);
  }
  return into;
}

// For each name in SCHEMAS the set of those that it reaches, with itself.
function closuresOf(schemas) {
  const edges = {};
  for (const [name, schema] of Object.entries(schemas))
    edges[name] = isObject(schema) ? collect(schema, schemas, new Set()) : new Set();
  const closures = {};
  for (const name of Object.keys(schemas)) {
    closures[name] = new Set([name]);
    for (const next of closures[name]) for (const target of edges[next]) closures[name].add(target);
  }
  return closures;
}

module.exports = { isObject, readDocument, schemasOf, tokenOf, escape, unescape, pathOf, closuresOf };

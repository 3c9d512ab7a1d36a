// files.js - the files that the Schema Objects of an OpenAPI 3 document need.
//
//     node files.js FILE [--any]
//
// Prints those on the way from FILE to a Schema Object that its paths, webhooks and components reach,
// and those that the schemas refer to, sorted, one a line; with --any those that any "$ref" leads to,
// in data too.
"use strict";
const path = require("path");
const { isObject, readDocument, unescape } = require("./document.js");

const [first, any] = process.argv.slice(2);
const documents = {};
const read = (file) => (documents[file] ??= { root: readDocument(file), seen: new Map() });

const isText = (value) => typeof value === "string";

// What the members of an object of a kind are: a kind, or a list or a map of it.
const one = (kind) => ({ kind, members: (value) => [value] });
const each = (kind) => ({
  kind,
  map: true,
  members: (value) => (isObject(value) ? Object.values(value) : []),
});
const either = (kind) => ({ kind, members: (v) => (Array.isArray(v) ? v : [v]) });
const operation = one("operation");
const kinds = {
  document: { paths: each("pathItem"), webhooks: each("pathItem"), components: one("components") },
  components: {
    schemas: each("schema"),
    responses: each("response"),
    parameters: each("parameter"),
    requestBodies: each("requestBody"),
    headers: each("parameter"),
    callbacks: each("callback"),
    pathItems: each("pathItem"),
  },
  pathItem: {
    parameters: each("parameter"),
    ...Object.fromEntries(
      ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"].map((method) => [
        method,
        operation,
      ]),
    ),
  },
  operation: {
    parameters: each("parameter"),
    requestBody: one("requestBody"),
    responses: each("response"),
    callbacks: each("callback"),
  },
  parameter: { schema: one("schema"), content: each("mediaType") },
  requestBody: { content: each("mediaType") },
  response: { headers: each("parameter"), content: each("mediaType") },
  mediaType: { schema: one("schema"), itemSchema: one("schema"), encoding: each("encoding") },
  encoding: { headers: each("parameter") },
  callback: { "*": one("pathItem") },
  schema: {
    properties: each("schema"),
    patternProperties: each("schema"),
    additionalProperties: one("schema"),
    items: either("schema"),
    allOf: each("schema"),
    anyOf: each("schema"),
    oneOf: each("schema"),
    not: one("schema"),
  },
};

function target(file, reference) {
  const [name, pointer = ""] = reference.split("#");
  const found = name ? path.join(path.dirname(file), decodeURIComponent(name)) : file;
  let value = read(found).root;
  for (const token of pointer.split("/").slice(1)) value = value[unescape(token)];
  return [found, value];
}

// Walks VALUE, an object of KIND in FILE, and what it refers to.
function walk(file, value, kind) {
  const seen = read(file).seen;
  if (!isObject(value) || (seen.get(value) ?? new Set()).has(kind)) return;
  seen.set(value, (seen.get(value) ?? new Set()).add(kind));
  if (isText(value.$ref)) walk(...target(file, value.$ref), kind);
  for (const [key, member] of Object.entries(value)) {
    const holds = kinds[kind][key] ?? kinds[kind]["*"];
    if (!holds) continue;
    // Some documents have a "$ref" in the place of a map.
    const [at, held] = holds.map && isText(member?.$ref) ? target(file, member.$ref) : [file, member];
    for (const child of holds.members(held)) walk(at, child, holds.kind);
  }
}

// Reads all that any "$ref" in VALUE leads to, when it is a file.
function follow(file, value) {
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key !== "$ref" || !isText(member)) follow(file, member);
    else if (!/^(#|[a-z]+:)/.test(member)) {
      const next = path.join(path.dirname(file), decodeURIComponent(member.split("#")[0]));
      if (!documents[next]) follow(next, read(next).root);
    }
  }
}

if (any) follow(first, read(first).root);
else walk(first, read(first).root, "document");
console.log(Object.keys(documents).sort().join("\n"));

// verdicts.js - does what is extracted from a real document mean what the document means?
//
//     node verdicts.js SCHEMAC ORACLE FOLDER NAME COUNT [OPTION]...
//
// All named schemas of the file NAME in FOLDER are extracted to draft-04, draft-07 and 2020-12, with
// more OPTIONs if any. COUNT instances are made for each schema that reaches no more than 25: some
// as the schema wants them, some changed at a random place, the same in each run. The oracle
// (tests/oracle) judges them by the rules of the source, ajv by those of each translation. What they
// judge differently is printed, and last how many were valid and how many not.
//
// Schemas that cannot be extracted, or that ajv does not compile, are left out: openapi.js has them.
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawnSync } = require("child_process");
const { isObject, readDocument, schemasOf, tokenOf, escape, pathOf, closuresOf } = require("./document.js");

const [schemac, oracle, folder, name, count, ...more] = process.argv.slice(2);
const file = path.join(folder, name);
const work = fs.mkdtempSync(path.join(os.tmpdir(), "verdicts-"));
const dialects = { "draft-04": "definitions", "draft-07": "definitions", "2020-12": "$defs" };
const largest = 25; // schemas that one reaches

// ---- chance, the same in each run

let state = 1;
function below(limit) {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return (state >> 8) % limit;
}
const oneOf = (list) => list[below(list.length)];
const anything = () =>
  oneOf([null, true, 0, 1, -1, 1.5, "", "a", "2020-01-01", [], {}, ["x"], { a: 1 }]);

// ---- instances

// What SCHEMA is, behind its references.
function behind(schema, schemas) {
  for (let i = 0; i < 20 && isObject(schema) && typeof schema.$ref === "string"; i++) {
    const target = pathOf(schema.$ref) || [];
    schema = target.reduce((at, token) => (isObject(at) ? at[token] : undefined), schemas);
  }
  return schema;
}

function newObject(schema, schemas, depth) {
  const object = {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [key, value] of Object.entries(schema.properties || {}))
    if (required.includes(key) || below(3) === 0) object[key] = instance(value, schemas, depth);
  if (isObject(schema.additionalProperties) && below(2))
    object.more = instance(schema.additionalProperties, schemas, depth);
  return object;
}

function newArray(schema, schemas, depth) {
  const length = schema.minItems !== undefined && below(3) ? Math.min(schema.minItems, 3) : below(3);
  return Array.from({ length }, () => instance(schema.items || {}, schemas, depth));
}

function newString({ minLength = 0, maxLength, format }) {
  let text = format === "date-time" ? "2020-01-01T00:00:00Z" : "abc";
  if (maxLength !== undefined && below(3) === 0) text = "x".repeat(Math.min(maxLength, 300));
  return text.length < minLength ? "x".repeat(Math.min(minLength, 300)) : text;
}

function newNumber(schema, type) {
  const near = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "default"]
    .map((key) => schema[key])
    .filter((value) => typeof value === "number");
  return oneOf([0, 1, 5, -1, ...near, ...near, ...(type === "number" ? [1.5] : [])]);
}

function typeOf(schema) {
  if (schema.type !== undefined) return Array.isArray(schema.type) ? oneOf(schema.type) : schema.type;
  if (schema.properties || schema.additionalProperties) return "object";
  if (schema.items) return "array";
  return schema.pattern || schema.maxLength !== undefined ? "string" : undefined;
}

// One of a part and, when both are objects, of what stands beside it.
function joined(schema, schemas, depth) {
  const { oneOf: one, anyOf: any, allOf: all, ...rest } = schema;
  const parts = [...(one || any ? [oneOf(one || any)] : []), ...(all || [])];
  const values = [...parts, rest].map((part) => instance(part, schemas, depth + 1));
  const isRecord = (value) => isObject(value) && !Array.isArray(value);
  return values.every(isRecord) ? Object.assign({}, ...values) : values[0];
}

// An instance that SCHEMA may take for valid.
function instance(schema, schemas, depth) {
  schema = behind(schema, schemas);
  if (!isObject(schema) || depth > 5) return anything();
  if (schema.nullable && below(4) === 0) return null;
  if (schema.example !== undefined && below(4) === 0) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length) return oneOf(schema.enum);
  if (schema.oneOf || schema.anyOf || schema.allOf) return joined(schema, schemas, depth);
  const type = typeOf(schema);
  if (type === "object") return newObject(schema, schemas, depth + 1);
  if (type === "array") return newArray(schema, schemas, depth + 1);
  if (type === "string") return newString(schema);
  if (type === "integer" || type === "number") return newNumber(schema, type);
  if (type === "boolean") return below(2) === 0;
  return type === "null" ? null : anything();
}

// VALUE with a change at a random place.
function changed(value) {
  if (!isObject(value)) return anything();
  const copy = structuredClone(value);
  for (let at = copy; ; ) {
    const keys = Object.keys(at);
    if (keys.length === 0 || below(8) === 0) {
      if (Array.isArray(at)) at.push(anything());
      else at.unknown_ = anything();
      return copy;
    }
    const key = oneOf(keys);
    if (isObject(at[key]) && below(3)) {
      at = at[key];
      continue;
    }
    if (!Array.isArray(at) && below(3) === 0) delete at[key];
    else at[key] = below(3) ? anything() : null;
    return copy;
  }
}

// ---- the translations

// The schema of ROOTS in DIALECT; null when it is refused.
function extract(roots, dialect) {
  const out = path.join(work, "out.json");
  const options = roots.flatMap((root) => ["--root", root]);
  const { status } = spawnSync(
    schemac,
    ["extract", file, "--root-dir", folder, "--dialect", dialect, "-o", out]
      .concat(["--drop", "x-*"]) // where ajv would take an "id" in data for a name
      .concat(more, options),
    { stdio: "ignore" },
  );
  return status === 0 ? JSON.parse(fs.readFileSync(out, "utf8")) : null;
}

// The names that cannot be extracted, alone or together.
function refused(names) {
  if (names.length === 0 || extract(names, "2020-12")) return [];
  if (names.length === 1) return names;
  const half = names.length >> 1;
  return refused(names.slice(0, half)).concat(refused(names.slice(half)));
}

// A function from a name to ajv's judge of it.
function judges(names, dialect) {
  const Ajv = { "draft-04": "ajv-draft-04", "draft-07": "ajv", "2020-12": "ajv/dist/2020" }[dialect];
  const ajv = new (require(Ajv).default)({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    logger: false,
  });
  ajv.addSchema(extract(names, dialect), "all");
  return (key) => ajv.getSchema(`all#/${dialects[dialect]}/${escape(key)}`);
}

// ---- the comparison

// The part of DOCUMENT that the schemas NAMES need.
function partOf(document, names) {
  const schemas = {};
  for (const key of names) schemas[key] = schemasOf(document)[key];
  return document.swagger
    ? { swagger: document.swagger, definitions: schemas }
    : { openapi: document.openapi, components: { schemas } };
}

function run() {
  const document = readDocument(file);
  const schemas = schemasOf(document);
  const closures = closuresOf(schemas);
  const bad = new Set(refused(Object.keys(schemas)));
  const names = Object.keys(schemas).filter((key) => !bad.has(key));
  const judge = names.length ? Object.keys(dialects).map((dialect) => judges(names, dialect)) : [];
  const rules = { dialect: (document.swagger || document.openapi).slice(0, 3) };
  if (more[0] === "--assume") rules.assume = more[1];

  const asked = [];
  const questions = fs.openSync(path.join(work, "questions"), "w");
  for (const key of names) {
    if (closures[key].size > largest) continue;
    let validate;
    try {
      validate = judge.map((of) => of(key));
    } catch {
      continue;
    }
    const at = `/${document.swagger ? "definitions" : "components/schemas"}/`;
    const question = { ...rules, document: partOf(document, closures[key]) };
    question.at = at + tokenOf(key);
    for (let i = 0; i < count; i++) {
      question.instance = instance(schemas[key], schemas, 0) ?? null;
      for (let changes = i % 3; changes; changes--) question.instance = changed(question.instance);
      fs.writeSync(questions, `${JSON.stringify(question)}\n`);
      asked.push([key, question.instance, validate.map((of) => of(question.instance))]);
    }
  }

  const answers = spawnSync(oracle, [], {
    stdio: [fs.openSync(path.join(work, "questions"), "r"), "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 1 << 28,
  }).stdout.split("\n");
  const sums = { true: 0, false: 0 };
  asked.forEach(([key, value, verdicts], i) => {
    sums[answers[i]] += 1;
    if (!verdicts.every((verdict) => String(verdict) === answers[i]))
      console.log(`${name}: ${key}: ${answers[i]}, not ${verdicts}: ${JSON.stringify(value)}`);
  });
  console.log(`${name}: ${sums.true} valid, ${sums.false} invalid`);
}

try {
  run();
} finally {
  fs.rmSync(work, { recursive: true });
}

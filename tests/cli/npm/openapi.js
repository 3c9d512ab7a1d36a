// openapi.js - extracts what an OpenAPI document holds, and has other people's validators compile it.
//
//     node openapi.js SCHEMAC FOLDER NAME [OPTION]...
//
// All named schemas of the file NAME in FOLDER, and the three with the smallest, the median and the
// largest closure, are extracted to draft-07 and 2020-12, with more OPTIONs if any, and without what
// only OpenAPI knows. ajv compiles each definition by its pointer, sourcemeta's jsonschema holds it
// against its metaschema and compiles it. Where the file has no named schemas, "*" stands for those
// that its paths hold.
//
// Prints a line for each thing that fails by itself, and none for what fails only because it refers
// to that:
//
//     NAME: [FILE:]LINE:COLUMN: CODE     schemac refuses what is there; "*" is the whole
//     NAME: DEFINITION: TOOL, TOOL       validators refuse the definition
//
// with the dialect behind whatever says so in one of them only. What must not happen goes to
// standard error; then the status is 1. EXPLAIN=1 has the validators' reasons go there too.
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawnSync } = require("child_process");
const sourcemeta = require("@sourcemeta/jsonschema");
const { readDocument, schemasOf, escape, closuresOf } = require("./document.js");

const [schemac, folder, name, ...more] = process.argv.slice(2);
const file = path.join(folder, name);
const work = fs.mkdtempSync(path.join(os.tmpdir(), "openapi-"));
const dialects = { "draft-07": "definitions", "2020-12": "$defs" };
const ajvOptions = {
  strictSchema: true,
  strictTypes: false,
  strictRequired: false,
  validateFormats: false,
  logger: false,
};
const dropped = ["x-*", "xml", "externalDocs", "discriminator"];

const faults = {}; // what fails, to who says so, to the dialects
let wrong = false;

function note(what, who, dialect) {
  faults[what] ??= {};
  (faults[what][who] ??= new Set()).add(dialect);
}

function complain(text) {
  console.error(`${name}: ${text}`);
  wrong = true;
}

// ---- schemac -----------------------------------------------------------------------------------

// LINE:COLUMN, with the file before it when that is another one; "*" for the document as a whole.
function placeOf(error) {
  const other = error.file === file ? "" : `${path.relative(path.dirname(file), error.file)}:`;
  return error.line === undefined ? "*" : `${other}${error.line}:${error.column}`;
}

// The schema of ROOTS, or null when it is refused; then the places of all errors are in REFUSED.
function extract(roots, dialect, refused) {
  const out = path.join(work, "extracted.json");
  const options = roots.flatMap((root) => ["--root", root]);
  const run = spawnSync(
    schemac,
    ["extract", file, "--root-dir", folder, "--dialect", dialect, "--format", "json", "-o", out]
      .concat(more, options)
      .concat(dropped.flatMap((drop) => ["--drop", drop])),
    { encoding: "utf8", maxBuffer: 1 << 28, timeout: 60000 },
  );
  if (run.status === 0) return JSON.parse(fs.readFileSync(out, "utf8"));
  let errors = [];
  try {
    errors = JSON.parse(run.stderr).diagnostics.filter((d) => d.severity === "error");
  } catch {}
  if (run.status !== 2 || errors.length === 0)
    complain(`extract ${roots.length} roots: status ${run.status}: ${run.stderr}`);
  for (const error of errors) refused.add(`${placeOf(error)} ${error.code}`);
  return null;
}

// The parts of LIST that do not pass TEST, which gives a reason when one of the parts it is given
// does not, else null.
async function culprits(list, test) {
  const why = list.length ? await test(list) : null;
  if (why === null) return [];
  if (list.length === 1) {
    if (process.env.EXPLAIN) console.error(`${name}: ${list[0]}: ${why}`);
    return list;
  }
  const half = list.length >> 1;
  const first = await culprits(list.slice(0, half), test);
  return first.concat(await culprits(list.slice(half), test));
}

// The schema of what can be extracted of NAMES, all there are, or null when nothing can. What is
// refused has to be told under "*" too.
async function extractAll(names, dialect) {
  const told = new Set();
  const all = extract(["*"], dialect, told);
  if (all) return all;
  for (const fault of told) note(...fault.split(" "), dialect);
  const refused = new Set();
  const fails = (roots) => (extract(roots, dialect, refused) ? null : "refused");
  const bad = new Set(await culprits(names, fails));
  for (const fault of refused) if (!told.has(fault)) complain(`not told under "*": ${fault}`);
  const good = names.filter((key) => !bad.has(key));
  return good.length ? extract(good, dialect, new Set()) : null;
}

// ---- the validators ----------------------------------------------------------------------------

// Why ajv does not compile each of KEYS, definitions of SCHEMA, by its pointer; null when it does.
function ajvRefuses(schema, keys, dialect) {
  const Ajv = require(dialect === "2020-12" ? "ajv/dist/2020" : "ajv").default;
  try {
    const ajv = new Ajv(ajvOptions);
    ajv.addSchema(schema, "all");
    for (const key of keys) ajv.getSchema(`all#/${dialects[dialect]}/${escape(key)}`);
    return null;
  } catch (error) {
    return error.message;
  }
}

// Why sourcemeta's COMMAND does not take SCHEMA; null when it does.
async function sourcemetaRefuses(command, schema) {
  const out = path.join(work, "judged.json");
  fs.writeFileSync(out, JSON.stringify(schema));
  const run = await sourcemeta.spawn([command, out], {
    timeout: 300000,
    stdio: ["ignore", command === "compile" ? "ignore" : "pipe", "pipe"],
  });
  return run.code === 0 ? null : `status ${run.code}: ${run.stdout}${run.stderr}`;
}

// SCHEMA with a top that leads to each of KEYS, definitions of it.
function leadingTo(schema, keys, dialect) {
  const prefix = `#/${dialects[dialect]}/`;
  return { ...schema, allOf: keys.map((key) => ({ $ref: prefix + escape(key) })) };
}

// SCHEMA with only those of its definitions as they are that KEEPS takes; the others accept all.
function only(schema, dialect, keeps) {
  const definitions = {};
  for (const [key, value] of Object.entries(schema[dialects[dialect]]))
    definitions[key] = keeps(key) ? value : {};
  return { ...schema, [dialects[dialect]]: definitions };
}

// Notes what fails by itself among the definitions of SCHEMA; the result is the set of their names.
async function judge(schema, dialect) {
  const alone = (keys) => {
    const kept = new Set(keys);
    return only(schema, dialect, (key) => kept.has(key));
  };
  const tests = {
    ajv: (keys) => ajvRefuses(alone(keys), keys, dialect),
    metaschema: (keys) => sourcemetaRefuses("metaschema", alone(keys)),
    compile: (keys) => sourcemetaRefuses("compile", leadingTo(alone(keys), keys, dialect)),
  };
  const bad = new Set();
  for (const [tool, test] of Object.entries(tests))
    for (const key of await culprits(Object.keys(schema[dialects[dialect]]), test)) {
      bad.add(key);
      note(key, tool, dialect);
    }
  return bad;
}

// SCHEMA without its definitions in BAD has to pass, with all its references.
async function mustPass(what, schema, bad, dialect) {
  const good = only(schema, dialect, (key) => !bad.has(key));
  const keys = Object.keys(good[dialects[dialect]]);
  const refusals = {
    ajv: ajvRefuses(good, keys, dialect),
    metaschema: await sourcemetaRefuses("metaschema", good),
    compile: await sourcemetaRefuses("compile", good.allOf ? good : leadingTo(good, keys, dialect)),
  };
  for (const [tool, why] of Object.entries(refusals))
    if (why !== null) complain(`${what}: ${tool} ${dialect}: ${why}`);
}

// ---- the whole ---------------------------------------------------------------------------------

async function run() {
  const names = schemasOf(readDocument(file));
  const closures = closuresOf(names);
  const sorted = Object.keys(names).sort(
    (a, b) => closures[a].size - closures[b].size || (a < b ? -1 : 1),
  );
  for (const dialect of Object.keys(dialects)) {
    const schema = await extractAll(sorted, dialect);
    if (!schema) continue;
    const definitions = schema[dialects[dialect]];
    const bad = await judge(schema, dialect);
    await mustPass("*", schema, bad, dialect);

    const there = sorted.filter((key) => Object.hasOwn(definitions, key));
    if (!Object.keys(faults).some((what) => what.includes(":")) && there.length < sorted.length)
      complain(`${dialect}: ${sorted.length - there.length} schemas are missing under "*"`);
    const roots = new Set([there[0], there[there.length >> 1], there[there.length - 1]]);
    for (const root of roots) {
      if (root === undefined) continue;
      const one = extract([root], dialect, new Set());
      await mustPass(root, one, bad, dialect);
      for (const key of Object.keys(one[dialects[dialect]]))
        if (!Object.hasOwn(definitions, key)) complain(`${dialect} ${root}: "*" lacks ${key}`);
    }
  }
}

// Who says so: "ajv, compile (draft-07)".
function sayers(who) {
  const all = Object.keys(dialects).length;
  return Object.entries(who)
    .map(([tool, of]) => (of.size === all ? tool : `${tool} (${[...of].join(", ")})`))
    .join(", ");
}

run()
  .catch((error) => complain(error.stack))
  .finally(() => {
    fs.rmSync(work, { recursive: true });
    for (const [what, who] of Object.entries(faults))
      console.log(`${name}: ${what}: ${sayers(who)}`);
    process.exitCode = wrong ? 1 : 0;
  });

// pairs.js - random schemas and instances, judged by our validator and by others.
//
//     node pairs.js VERDICTS SEED COUNT [DIALECT]...
//
// Makes COUNT schemas of each DIALECT (all, unless given), each with some instances, and compares
// the verdicts of VERDICTS (tests/oracle/verdicts) with those of ajv, hyperjump and sourcemeta. The
// same SEED makes the same pairs. Where one of them is known to judge otherwise, "known" below says
// when; what differs then is printed as "VALIDATOR<tab>CAUSE", each once, and
// tests/oracle/pairs.txt has the reasons. Any other difference is printed with the schema, made small, and the
// instance. Last come how many pairs were judged, on standard error.
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawnSync } = require("child_process");
const { pathToFileURL } = require("url");

const [verdictsProgram, seedText, countText, ...asked] = process.argv.slice(2);
const uris = {
  "draft-04": "http://json-schema.org/draft-04/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};
const drafts = Object.keys(uris);
const since = (dialect, draft) => drafts.indexOf(dialect) >= drafts.indexOf(draft);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pairs-"));

// ---- chance: mulberry32, so that a seed means the same everywhere

let state = Number(seedText) >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];
const often = (share) => random() < share;
const some = (list, most) => [...list].sort(() => random() - 0.5).slice(0, 1 + below(most));

// ---- schemas

const names = ["a", "b", "c", "ab", "abc", "x-1", "longer name", ""];
const patterns = ["^a", "b$", "^[a-c]+$", "^.{2,3}$", "\\d", "^(ab|c)*$", "é", "^\\p{L}+$", "^$"];
const scalars = [null, true, false, 0, 1, -1, 2.5, 3, 10, 1e15, "", "a", "ab", "abc", "1", "é", "😀"];
const values = [...scalars, [], [1], ["a", 1], [1, 1], {}, { a: 1 }, { a: "a", b: null }];

function assertion(dialect) {
  const number = () => pick([-1, 0, 0.5, 1, 2, 2.5, 3, 10]);
  const size = () => below(4);
  const makers = [
    () => ({ type: pick(["null", "boolean", "integer", "number", "string", "array", "object"]) }),
    () => ({ type: some(["null", "boolean", "integer", "string", "array", "object"], 3) }),
    () => ({ enum: some(values, 4) }),
    () => ({ minimum: number() }),
    () => ({ maximum: number() }),
    () => ({ multipleOf: pick([1, 2, 0.5, 3, 1.5]) }),
    () => ({ minLength: size() }),
    () => ({ maxLength: size() }),
    () => ({ pattern: pick(patterns) }),
    () => ({ minItems: size() }),
    () => ({ maxItems: size() }),
    () => ({ uniqueItems: often(0.8) }),
    () => ({ minProperties: size() }),
    () => ({ maxProperties: size() }),
    () => ({ required: some(names, 2) }),
  ];
  if (dialect === "draft-04") {
    makers.push(() => ({ minimum: number(), exclusiveMinimum: often(0.5) }));
    makers.push(() => ({ maximum: number(), exclusiveMaximum: often(0.5) }));
  } else {
    makers.push(() => ({ const: pick(values) }));
    makers.push(() => ({ exclusiveMinimum: number() }));
    makers.push(() => ({ exclusiveMaximum: number() }));
  }
  if (since(dialect, "2019-09"))
    makers.push(() => ({ dependentRequired: { [pick(names)]: some(names, 2) } }));
  return pick(makers)();
}

// REFS are those that may stand here: what leads back to itself at one place has no verdict.
const allRefs = ["#", "#/definitions/a", "#/definitions/b"];

function applicator(dialect, depth, refs) {
  const same = () => schema(dialect, depth - 1, refs);
  const sub = () => schema(dialect, depth - 1, allRefs);
  const map = () => Object.fromEntries(some(names, 3).map((name) => [name, sub()]));
  const list = (of) => Array.from({ length: 1 + below(3) }, of);
  const makers = [
    () => ({ properties: map() }),
    () => ({ properties: map(), additionalProperties: sub() }),
    () => ({ patternProperties: { [pick(patterns)]: sub() }, additionalProperties: sub() }),
    () => ({ allOf: list(same) }),
    () => ({ anyOf: list(same) }),
    () => ({ oneOf: list(same) }),
    () => ({ not: same() }),
    () => ({ items: sub() }),
  ];
  if (refs.length) makers.push(() => ({ $ref: pick(refs) }));
  if (!since(dialect, "2019-09")) {
    makers.push(() => ({ dependencies: { [pick(names)]: often(0.5) ? same() : some(names, 2) } }));
  } else {
    makers.push(() => ({ dependentSchemas: { [pick(names)]: same() } }));
    makers.push(() => ({ unevaluatedProperties: sub() }));
    makers.push(() => ({ unevaluatedItems: sub() }));
    makers.push(() => ({ contains: sub(), minContains: below(3), maxContains: 1 + below(3) }));
  }
  if (since(dialect, "2020-12")) makers.push(() => ({ prefixItems: list(sub), items: sub() }));
  else makers.push(() => ({ items: list(sub), additionalItems: sub() }));
  if (since(dialect, "draft-06")) {
    makers.push(() => ({ contains: sub() }));
    makers.push(() => ({ propertyNames: sub() }));
  }
  if (since(dialect, "draft-07"))
    makers.push(() => ({ if: same(), ...(often(0.7) && { then: same() }), ...(often(0.7) && { else: same() }) }));
  return pick(makers)();
}

function schema(dialect, depth, refs) {
  if (dialect !== "draft-04" && often(0.12)) return often(0.6);
  let made = {};
  const parts = 1 + below(3);
  for (let i = 0; i < parts; i++)
    made = { ...made, ...(depth > 0 && often(0.55) ? applicator(dialect, depth, refs) : assertion(dialect)) };
  return made;
}

function wholeSchema(dialect) {
  let body = true;
  while (body === true || body === false) body = schema(dialect, 3, allRefs.slice(1));
  if ("$ref" in body && !since(dialect, "2019-09")) body = { allOf: [body] }; // it hides $schema
  const definitions = { a: schema(dialect, 1, allRefs.slice(2)), b: schema(dialect, 2, []) };
  return { $schema: uris[dialect], ...body, definitions };
}

// ---- instances: what the schema speaks of, and what it does not

function value(depth) {
  const kind = below(depth > 0 ? 5 : 3);
  if (kind === 3) return Array.from({ length: below(4) }, () => value(depth - 1));
  if (kind === 4) return Object.fromEntries(some(names, 4).map((name) => [name, value(depth - 1)]));
  return pick(scalars);
}

function grown(from, depth) {
  if (typeof from !== "object" || !from || depth < 0 || often(0.15)) return value(1);
  if (from.const !== undefined && often(0.6)) return from.const;
  if (from.enum && often(0.6)) return pick(from.enum);
  for (const key of ["allOf", "anyOf", "oneOf"])
    if (from[key] && often(0.4)) return grown(pick(from[key]), depth - 1);
  if (from.properties || from.patternProperties || from.required || from.unevaluatedProperties) {
    const made = {};
    for (const [name, sub] of Object.entries(from.properties || {}))
      if (often(0.7)) made[name] = grown(sub, depth - 1);
    for (const name of from.required || []) if (!(name in made) && often(0.8)) made[name] = value(1);
    if (often(0.4)) made[pick(names)] = grown(from.additionalProperties, depth - 1);
    return made;
  }
  if (from.items !== undefined || from.prefixItems || from.contains !== undefined) {
    const lists = [from.prefixItems, Array.isArray(from.items) ? from.items : undefined];
    const made = (lists.find((list) => list) || []).map((sub) => grown(sub, depth - 1));
    while (often(0.5)) made.push(grown(pick([from.items, from.contains]), depth - 1));
    return made;
  }
  return value(2);
}

// ---- the others

const ajvOptions = { strict: false, validateFormats: false, validateSchema: false, logger: false };

function ajv(dialect, schema) {
  let made;
  if (dialect === "draft-04") made = new (require("ajv-draft-04").default)(ajvOptions);
  else if (dialect === "2019-09") made = new (require("ajv/dist/2019").default)(ajvOptions);
  else if (dialect === "2020-12") made = new (require("ajv/dist/2020").default)(ajvOptions);
  else made = new (require("ajv").default)(ajvOptions);
  if (dialect === "draft-06") made.addMetaSchema(require("ajv/lib/refs/json-schema-draft-06.json"));
  const validate = made.compile(schema);
  return async (instances) => instances.map((instance) => validate(instance));
}

let hyperjumpLibrary;
let hyperjumpCount = 0;

async function hyperjump(dialect, schema) {
  if (!hyperjumpLibrary) {
    const home = path.join(process.env.NODE_PATH, "@hyperjump", "json-schema");
    for (const name of drafts.map((draft) => draft.replace(/^2/, "draft-2")))
      hyperjumpLibrary = await import(pathToFileURL(path.join(home, name, "index.js")).href);
    hyperjumpLibrary.setShouldValidateSchema(false);
  }
  const uri = `https://pairs.example/${++hyperjumpCount}`;
  hyperjumpLibrary.registerSchema(schema, uri);
  const validate = await hyperjumpLibrary.validate(uri);
  return async (instances) => instances.map((instance) => validate(instance).valid);
}

async function sourcemeta(dialect, schema) {
  const program = path.join(process.env.NODE_PATH, ".bin", "jsonschema");
  const file = path.join(folder, "schema.json");
  fs.writeFileSync(file, JSON.stringify(schema));
  return async (instances) => {
    const lines = path.join(folder, "instances.jsonl");
    fs.writeFileSync(lines, instances.map((one) => JSON.stringify(one)).join("\n") + "\n");
    const run = spawnSync(program, ["validate", "--fast", "--verbose", "--continue", file, lines], {
      encoding: "utf8",
    });
    const verdicts = [];
    for (const [, word, number] of (run.stdout + run.stderr).matchAll(/^(ok|fail): .* \(entry #(\d+)\)$/gm))
      verdicts[number - 1] = word === "ok";
    if (run.error) throw run.error;
    if (verdicts.length !== instances.length) throw new Error(run.stderr || "it ended without a word");
    return verdicts;
  };
}

const validators = { ajv, hyperjump, sourcemeta };

function ours(dialect, pairs) {
  const questions = pairs.map(([document, instances]) =>
    JSON.stringify({ dialect, document, at: "", instances: instances.map((one) => [one, true]) }),
  );
  const run = spawnSync(verdictsProgram, ["--answers"], {
    input: questions.join("\n") + "\n",
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return run.stdout.trim().split("\n").map((line) => JSON.parse(line));
}

// ---- where they are known to judge otherwise

function someSchema(schema, test) {
  if (typeof schema !== "object" || !schema) return false;
  if (!Array.isArray(schema) && test(schema)) return true;
  return Object.values(schema).some((inner) => someSchema(inner, test));
}

const known = [
  {
    validator: "ajv",
    cause: "beside $ref",
    holds: (dialect, schema) =>
      !since(dialect, "2019-09") &&
      someSchema(schema, (one) => "$ref" in one && Object.keys(one).length > 1),
  },
  {
    validator: "ajv",
    cause: "the empty name",
    holds: (dialect, schema) =>
      someSchema(schema, (one) =>
        [one.required, ...Object.values({ ...one.dependencies, ...one.dependentRequired })].some(
          (names) => Array.isArray(names) && names.includes(""),
        ),
      ),
  },
  {
    validator: "ajv",
    cause: "contains beside a list of items",
    holds: (dialect, schema) =>
      someSchema(schema, (one) => "contains" in one && Array.isArray(one.items)),
  },
  {
    validator: "hyperjump",
    cause: "contains beside unevaluatedItems",
    holds: (dialect, schema) =>
      dialect === "2019-09" &&
      someSchema(schema, (one) => "contains" in one) &&
      someSchema(schema, (one) => "unevaluatedItems" in one),
  },
  {
    validator: "sourcemeta",
    cause: "additionalItems without a list of items",
    holds: (dialect, schema) =>
      someSchema(schema, (one) => "additionalItems" in one && !Array.isArray(one.items)),
  },
  {
    validator: "sourcemeta",
    cause: "ends by itself",
    holds: (dialect, schema, said) =>
      /unexpected error: map::at/.test(said) || (/without a word/.test(said) && ++deaths <= DEATHS),
  },
  {
    validator: "ajv",
    cause: "unevaluated",
    holds: (dialect, schema) =>
      someSchema(schema, (one) => "unevaluatedItems" in one || "unevaluatedProperties" in one),
  },
];

// It dies now and then; if it did so each time, nothing would be compared.
const DEATHS = 5;
let deaths = 0;

const causesOf = (validator, dialect, schema, said) =>
  known.filter((one) => one.validator === validator && one.holds(dialect, schema, said));

// ---- what differs

async function verdictsOf(name, dialect, schema, instances) {
  const validate = await validators[name](dialect, schema);
  return validate(instances);
}

async function differs(name, dialect, schema, instance) {
  try {
    const [[mine]] = ours(dialect, [[schema, [instance]]]);
    const [theirs] = await verdictsOf(name, dialect, schema, [instance]);
    return typeof mine === "boolean" && mine !== theirs;
  } catch {
    return false;
  }
}

// The copies of what is in VALUE, each without one member or item somewhere.
function* smaller(value) {
  if (typeof value !== "object" || !value) return;
  for (const key of Object.keys(value)) {
    if (key === "$schema") continue;
    const copy = Array.isArray(value) ? value.filter((_, i) => i !== Number(key)) : { ...value };
    if (!Array.isArray(value)) delete copy[key];
    yield copy;
    for (const inner of smaller(value[key])) {
      const changed = Array.isArray(value) ? [...value] : { ...value };
      changed[key] = inner;
      yield changed;
    }
  }
}

async function shrunk(name, dialect, schema, instance) {
  for (let again = true; again; ) {
    again = false;
    for (const candidate of smaller(schema))
      if (await differs(name, dialect, candidate, instance)) {
        schema = candidate;
        again = true;
        break;
      }
  }
  return schema;
}

const told = new Set();
let judged = 0;
let unknown = 0;

async function compare(name, dialect, schema, instances, mine) {
  let theirs;
  try {
    theirs = await verdictsOf(name, dialect, schema, instances);
  } catch (error) {
    theirs = instances.map(() => `fails: ${error.message.split("\n")[0]}`);
  }
  judged += instances.length;
  const at = instances.findIndex((_, i) => theirs[i] !== mine[i]);
  if (at < 0) return;
  const causes = causesOf(name, dialect, schema, String(theirs[at]));
  for (const { cause } of causes) told.add(`${name}\t${cause}`);
  if (causes.length || ++unknown > 10) return;
  const small = await shrunk(name, dialect, schema, instances[at]);
  console.log(`${name}\t${dialect}\tNOT KNOWN: ${theirs[at]}, not ${mine[at]}`);
  console.log(`    ${JSON.stringify(small)}\n    ${JSON.stringify(instances[at])}`);
}

async function main() {
  for (const dialect of asked.length ? asked : drafts) {
    const pairs = [];
    for (let i = 0; i < Number(countText); i++) {
      const made = wholeSchema(dialect);
      pairs.push([made, Array.from({ length: 12 }, () => grown(made, 4))]);
    }
    const answers = ours(dialect, pairs);
    for (const [i, [made, instances]] of pairs.entries()) {
      if (!Array.isArray(answers[i])) {
        console.log(`schemac\t${dialect}\tfails: ${answers[i]}\n    ${JSON.stringify(made)}`);
        continue;
      }
      if (answers[i].includes(null)) continue; // schemas that lead to each other without end
      for (const name of Object.keys(validators)) await compare(name, dialect, made, instances, answers[i]);
    }
  }
  for (const line of [...told].sort()) console.log(line);
  console.error(`${judged} verdicts compared`);
  fs.rmSync(folder, { recursive: true });
}

main();

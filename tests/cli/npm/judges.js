// judges.js - what other validators say of questions that the oracle has answered.
//
//     tests/oracle/rows --sources | node judges.js [--examples]
//     tests/oracle/rows --translations | node judges.js [--examples]
//
// Each line of the input is a JSON object: "row", "dialect", "document", the pointer "at" of the
// schema in it, and "instances" with verdicts. Prints a line for each validator that judges some
// instance otherwise, "source<tab>VALIDATOR<tab>DIALECT<tab>ROW", or that fails ("VALIDATOR fails");
// for translations the line begins with "translation". With --examples also what, and in the end
// how much was judged.
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const readline = require("readline");
const { pathToFileURL } = require("url");

const withExamples = process.argv.includes("--examples");
const drafts = ["draft-04", "draft-06", "draft-07", "2019-09", "2020-12"];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "judges-"));

// ---- ajv, which knows JSON Schema only

const ajvOptions = { strict: false, validateFormats: false, validateSchema: false, logger: false };

function newAjv(dialect) {
  if (dialect === "draft-04") return new (require("ajv-draft-04").default)(ajvOptions);
  if (dialect === "2019-09") return new (require("ajv/dist/2019").default)(ajvOptions);
  if (["2020-12", "3.1", "3.2"].includes(dialect))
    return new (require("ajv/dist/2020").default)(ajvOptions);
  const ajv = new (require("ajv").default)(ajvOptions);
  if (dialect === "draft-06") ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-06.json"));
  return ajv;
}

async function ajv({ dialect, document, at }) {
  if (dialect === "2.0" || dialect === "3.0") return null;
  const validator = newAjv(dialect);
  if (!at) return validator.compile(document);
  validator.addSchema(document, "https://document.example/");
  return validator.compile({ $ref: `https://document.example/#${at}` });
}

// ---- hyperjump, which knows OpenAPI from 3.0 on

const home = path.join(process.env.NODE_PATH, "@hyperjump", "json-schema");
let hyperjumpCount = 0;
let hyperjumpLibrary;

async function loadHyperjump() {
  const names = [...drafts.map((name) => name.replace(/^2/, "draft-2")), "openapi-3-0", "openapi-3-1", "openapi-3-2"];
  for (const name of names)
    hyperjumpLibrary = await import(pathToFileURL(path.join(home, name, "index.js")).href);
  hyperjumpLibrary.setShouldValidateSchema(false);
}

async function hyperjump({ dialect, document, at }) {
  if (dialect === "2.0") return null;
  if (!hyperjumpLibrary) await loadHyperjump();
  hyperjumpCount += 1;
  const kind = drafts.includes(dialect) ? "schema" : "openapi";
  const file = path.join(folder, `${hyperjumpCount}.${kind}.json`);
  /* In an OpenAPI document it does not heed all that the older drafts say. */
  const $schema = kind === "schema" ? document.$schema || document.jsonSchemaDialect : undefined;
  fs.writeFileSync(file, JSON.stringify({ ...document, $schema, $id: undefined, id: undefined }));
  const validate = await hyperjumpLibrary.validate(pathToFileURL(file).href + (at ? `#${at}` : ""));
  return (instance) => validate(instance).valid;
}

// ---- all questions

const validators = { ajv, hyperjump };
const judged = { ajv: 0, hyperjump: 0 };

// The options under which a validator can read a source as schemac does.
const isPlain = (option) => option.startsWith("--drop=");

async function judge(question) {
  for (const [name, validator] of Object.entries(validators)) {
    const kind = question.at ? "source" : "translation";
    const label = `${question.dialect}\t${question.row}`;
    try {
      const validate = await validator(question);
      if (!validate) continue;
      const otherwise = question.instances.filter(([value, valid]) => validate(value) !== valid);
      judged[name] += question.instances.length;
      if (!otherwise.length) continue;
      console.log(`${kind}\t${name}\t${label}`);
      if (withExamples) console.log(`    ${otherwise.length}: ${JSON.stringify(otherwise[0])}`);
    } catch (error) {
      console.log(`${kind}\t${name} fails\t${label}`);
      if (withExamples) console.log(`    ${error.message}`);
    }
  }
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const question = JSON.parse(line);
    if (question.options.every(isPlain)) await judge(question);
  }
  if (withExamples) console.log(`judged: ${JSON.stringify(judged)}`);
  fs.rmSync(folder, { recursive: true });
}

main();

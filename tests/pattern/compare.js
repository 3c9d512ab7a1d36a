// compare.js - is what the module pattern says of random patterns what V8 says?
//
//     node compare.js JUDGE [--seed N] [--pairs N] [--references]
//
// JUDGE is tests/pattern/judge as it was built. Patterns are made by chance, most of them valid, and
// eight subjects for each, of the characters that tell pieces of patterns apart. What is judged
// differently is printed, as JSON that a test can take over, and last a line with the seed and
// numbers; the status is then 1. With --references, half of the pieces are groups or refer to one.
//
// V8 is asked with the flag u. Patterns that are only valid by Annex B it is asked about without,
// where that means the same: no property, no \u{}, no character beyond U+FFFF. V8 (of Node 20) is
// wrong about a reference to a group that follows it where a character beyond U+FFFF comes next,
// /x\1😀(a)?/u on "x😀", and finds /\B/u within one, "1😀A": then only the syntax counts.
"use strict";
const { spawnSync } = require("child_process");

const [judge, ...rest] = process.argv.slice(2);
const option = (name, otherwise) =>
  rest.includes(name) ? Number(rest[rest.indexOf(name) + 1]) : otherwise;
const seed = option("--seed", 1);
const pairs = option("--pairs", 8000);
const withReferences = rest.includes("--references");
const subjectsEach = 8;

// ---- chance, the same for each seed

let state = (seed * 2654435761) >>> 0 || 1;
function random() {
  state ^= state << 13;
  state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state;
}
const below = (limit) => random() % limit;
const oneOf = (list) => list[below(list.length)];
const chance = (percent) => below(100) < percent;

// ---- patterns

const literals = ["a", "b", "c", "A", "1", "_", "-", " ", "é", "😀", "ß", "\n", ":", ",", "x"];
const escapes = [
  "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\n", "\\r", "\\t", "\\v", "\\f", "\\0", "\\x41", "\\u0061",
  "\\u{1f600}", "\\ud83d\\ude00", "\\u{61}", "\\cA", "\\/", "\\.", "\\$", "\\u2028", "\\x85", "\\ufeff",
  "\\ud83d", "\\udc00", "\\p{L}", "\\P{L}", "\\p{Lu}", "\\p{Letter}", "\\p{gc=Nd}", "\\p{ASCII}",
  "\\p{Script=Latin}", "\\P{sc=Latn}", "\\p{scx=Grek}", "\\p{Any}", "\\P{Any}", "\\p{Assigned}",
  "\\p{Emoji}", "\\p{White_Space}", "\\P{ID_Start}", "\\p{Alphabetic}", "\\p{LC}",
]; // prettier-ignore
const strange = [
  "\\-", "\\:", "\\a", "\\1", "\\8", "\\07", "\\c", "\\c1", "\\x4", "\\u12", "\\k", "\\_", "\\e", "{", "}",
  "]", "{2}", "{,3}", "{1,", "*", "?", "+", "(?i)", "(?>a)", "(?", ")", "(", "[", "\\", "\\p{Greek}",
  "\\pL", "\\p{^L}", "(?<a>b)", "(?<$>c)", "\\k<a>", "(?<a", "[b-a]", "[\\d-x]", "a++", "a{2,1}",
  "\\Z", "\\A", "(?=a)*", "(?<=a)*", "\\u{110000}", "[[:alpha:]]", "\\h", "(?#a)", "\\Qa\\E", "(*FAIL)",
  "\\ea", "\\u{}", "\\ud83d\\u12", "[\\c1]", "[\\8]", "[\\B]", "[\\k]", "\\N", "\\R", "\\z",
]; // prettier-ignore
const assertions = ["^", "$", "\\b", "\\B"];
const quantifiers = ["*", "+", "?", "{2}", "{0}", "{0,1}", "{1,2}", "{0,2}", "{2,}", "{1}", "{0,}"];
const lazies = ["", "", "", "?"];

let groups, namesUsed, highest;
let narrow; // only a and b, so that much matches

function classOf() {
  if (chance(5)) return oneOf(["[]", "[^]"]);
  let text = chance(30) ? "[^" : "[";
  for (let i = 0; i <= below(3); i++) {
    const kind = below(10);
    if (kind < 4) text += oneOf(["a", "b", "c", "1", "_", "é", "😀", "\\-", "\\]", "\\b", " ", "^", "."]);
    else if (kind < 6) text += oneOf(["a-c", "A-z", "0-9", "\\x00-\\x1f", "é-😀", "\\ud800-\\udfff", " -~"]);
    else text += oneOf(escapes);
  }
  return text + (chance(5) ? "-]" : "]");
}

function groupOf(depth) {
  const inner = alternatives(depth + 1);
  switch (below(withReferences ? 8 : 6)) {
    case 0:
      return `(?=${inner})`;
    case 1:
      return `(?!${inner})`;
    case 2:
      return `(?<=${inner})`;
    case 3:
      return `(?<!${inner})`;
    case 4:
      return `(?:${inner})`;
    default: {
      groups++;
      if (!chance(20)) return `(${inner})`;
      const name = oneOf(["n", "$", "é", "\\u0061b", "longer_than_most_names_are_in_any_pattern"]) + groups;
      namesUsed.push(name);
      return `(?<${name}>${inner})`;
    }
  }
}

function reference() {
  if (namesUsed.length && chance(30)) return `\\k<${oneOf(namesUsed)}>`;
  const number = 1 + below(groups + (chance(20) ? 2 : 0) || 1);
  highest = Math.max(highest, number);
  return `\\${number}${chance(90) ? "" : "0"}`;
}

function term(depth) {
  const kind = below(100);
  let atom;
  if (withReferences && kind < 22) atom = reference();
  else if (kind < 42) atom = oneOf(narrow ? ["a", "b"] : literals);
  else if (kind < 55) atom = oneOf(narrow ? ["a", "b"] : escapes);
  else if (kind < 62) atom = ".";
  else if (kind < 72) atom = narrow ? oneOf(["[ab]", "a", "b"]) : classOf();
  else if (kind < 79) return oneOf(assertions);
  else if (kind < 81) return oneOf(strange);
  else if (depth < 3) atom = groupOf(depth);
  else atom = oneOf(literals);
  if (!/^\(\?(<?[=!])/.test(atom) && chance(35)) atom += oneOf(quantifiers) + oneOf(lazies);
  return atom;
}

function sequence(depth) {
  let text = "";
  for (let i = below(depth ? 3 : 4); i >= 0; i--) text += term(depth);
  return chance(4) ? "" : text;
}

function alternatives(depth) {
  let text = sequence(depth);
  while (chance(25)) text += "|" + sequence(depth);
  return text;
}

function patternOf() {
  groups = 0;
  namesUsed = [];
  highest = 0;
  narrow = chance(50);
  const shape = narrow ? 9 : below(10);
  if (shape === 0) return "^" + term(3) + term(3) + "$"; // what is searched for by hand
  if (shape === 1) return oneOf(["", "^"]) + classOf() + oneOf(quantifiers) + term(3) + oneOf(["", "$"]);
  let text = alternatives(0);
  for (; groups < highest && chance(90); groups++) text = oneOf([`(a)${text}`, `(.?)${text}`, `${text}(b|a)?`]);
  if (chance(30)) text = "^" + text;
  if (chance(30)) text += "$";
  if (chance(3)) {
    const at = below(text.length + 1);
    text = text.slice(0, at) + oneOf(strange) + text.slice(at);
  }
  return text.toWellFormed ? text.toWellFormed() : text;
}

// ---- subjects

const characters = [
  "a", "a", "a", "b", "b", "c", "A", "1", "_", "-", " ", "é", "😀", "ß", "\n", "\r", "\u2028", "\u2029", "\u0085",
  "\u00a0", "\u180e", "\ufeff", "\0", "\t", "\u0001", "α", ":", "x", "{", "Z", "\u3000", "ſ", "K", "٣", "\\", "\x7f", "/",
]; // prettier-ignore

function subjectOf(pattern) {
  if (narrow) return Array.from({ length: below(8) }, () => oneOf(["a", "a", "b"])).join("");
  const from = chance(50) ? [...pattern].filter((c) => !/[()[\]|?*+^$\ud800-\udfff]/.test(c)) : characters;
  let text = "";
  for (let i = below(8); i > 0; i--) text += from.length ? oneOf(chance(70) ? from : characters) : "";
  if (text && chance(20)) text += text;
  return text;
}

// ---- verdicts

const regex = (pattern, flags) => {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return null;
  }
};

/** Where what the flag changes is not only the syntax. */
const meansTheSame = (text) => !/\\[pP]|\\u\{|\\u[dD][89a-fA-F]|\(\?<|[\ud800-\udfff]/.test(text);

/** Whether MATCH begins within a character of SUBJECT. */
const isTorn = (subject, match) =>
  match && /[\udc00-\udfff]/.test(subject[match.index]) && /[\ud800-\udbff]/.test(subject[match.index - 1]);

/** The faults of the judge's ANSWER on PATTERN and SUBJECTS, as a string; "" when there are none. */
function faults(pattern, subjects, answer) {
  const [word, ...verdicts] = answer.split(" ");
  const strict = regex(pattern, "u");
  counts[word] = (counts[word] || 0) + 1;
  if (answer.includes(" and another word")) return "two words";
  if (word === "error") {
    if (strict) return "V8 takes it";
    return meansTheSame(pattern) && regex(pattern, "") ? "V8 takes it without u" : "";
  }
  if (word === "unsupported")
    return strict || !meansTheSame(pattern) || regex(pattern, "") ? "" : "V8 refuses it";
  if ((word === "fine") !== Boolean(strict)) return strict ? "V8 takes it with u" : "V8 refuses it";
  const lenient = strict || regex(pattern, "");
  if (!meansTheSame(pattern + subjects.join("")) && !strict) return "";
  if (/\\[1-9k]/.test(pattern) && /[\u{10000}-\u{10ffff}]/u.test(subjects.join(""))) return "";
  if (!lenient) return "V8 refuses it also without u";
  if (subjects.some((subject) => isTorn(subject, lenient.exec(subject)))) return "";
  const right = subjects.map((subject) => (lenient.test(subject) ? "1" : "0")).join("");
  counts.matches = (counts.matches || 0) + right.split("1").length - 1;
  counts.verdicts = (counts.verdicts || 0) + right.length;
  return verdicts.every((some) => some === right) ? "" : `V8: ${right}`;
}

const counts = {};
const questions = [];
for (let i = 0; i * subjectsEach < pairs; i++) {
  const pattern = patternOf();
  const subjects = Array.from({ length: subjectsEach }, () => subjectOf(pattern));
  questions.push({ pattern, subjects });
}
const input = questions.map((question) => JSON.stringify(question) + "\n").join("");
const run = spawnSync(judge, { input, maxBuffer: 1 << 30, encoding: "utf8" });
const answers = run.stdout.split("\n");
let different = 0;
questions.forEach(({ pattern, subjects }, i) => {
  const fault = faults(pattern, subjects, answers[i] || "nothing");
  if (!fault) return;
  different++;
  if (different <= 10) console.log(`${JSON.stringify({ pattern, subjects })}\n  judge: ${answers[i]}\n  ${fault}`);
});
if (run.status !== 0) console.log(`the judge ended with ${run.status ?? run.signal}: ${run.stderr}`);
const numbers = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
console.log(`seed ${seed}: ${numbers.join(", ")}, different ${different}`);
process.exitCode = different || run.status !== 0 ? 1 : 0;

// headers.js - mirrored headers as the official SDK of MCP sends and judges them.
//
//     headers.js values FOLDER SEED   values by chance: FOLDER/tools.json, arguments.json and
//                                     request.json; sent, the headers of the SDK's client, a line each
//     headers.js fixed FOLDER         tells in which lines of FOLDER/built, those of schemac, these
//                                     and FOLDER/sent differ though the specification leaves no choice
//     headers.js answer FOLDER        what the SDK's server answers to request.json with built
//     headers.js cases FOLDER         requests that differ from their headers and otherwise:
//                                     FOLDER/tools.json, N.json and N.headers; prints, a line each,
//                                     what the SDK's server answers
//
// An answer is the status, and the error code where there is one.
"use strict";

const fs = require("fs");
const path = require("path");
const { Client, StreamableHTTPClientTransport } = require("@modelcontextprotocol/client");
const { McpServer, createMcpHandler, fromJsonSchema } = require("@modelcontextprotocol/server");

const [action, folder, seed] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);

const version = "2026-07-28";
const meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
};
const standard = (name) => [
    ["MCP-Protocol-Version", version],
    ["Mcp-Method", "tools/call"],
    ["Mcp-Name", name],
];

// ---- the SDK

const serve = (tools) =>
    createMcpHandler(() => {
        const server = new McpServer({ name: "server", version: "1" });
        for (const tool of tools) {
            server.registerTool(tool.name, { inputSchema: fromJsonSchema(tool.inputSchema) }, async () => ({
                content: [{ type: "text", text: "done" }],
            }));
        }
        return server;
    });

async function answer(handler, body, headers) {
    const all = new Headers({
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
    });
    for (const [name, value] of headers) all.append(name, value);
    const response = await handler.fetch(
        new Request("http://localhost/mcp", { method: "POST", headers: all, body }),
    );
    const code = /"error":\{"code":(-\d+)/.exec(await response.text());
    return response.status + (code ? " " + code[1] : "");
}

// The headers that the client sends for a call of TOOL with ARGUMENTS.
async function send(tool, args) {
    const handler = serve([tool]);
    let sent = [];
    const client = new Client({ name: "client", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(
        new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
            fetch: async (url, init) => {
                const request = new Request(url, init);
                sent = [...request.headers];
                return handler.fetch(request);
            },
        }),
    );
    await client.listTools();
    await client.callTool({ name: tool.name, arguments: args });
    return sent.filter(([name]) => name.startsWith("mcp-param-"));
}

// ---- values by chance

let state = Number(seed) >>> 0 || 1;

function below(limit) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
}

const pieces = [
    "=?base64?",
    "?=",
    " ",
    "\t",
    "\n",
    "\0",
    "\u007f",
    "é",
    "日",
    "\u{1f600}",
    "u\u0308",
    "YQ==",
    "a",
    "Z",
    "0",
    "~",
    "!",
    '"',
    "\\",
    "=?BASE64?",
    ",",
    ": ",
];

// No value begins with U+FEFF, which this SDK's server drops.
function text() {
    let all = "";
    for (let left = below(8); left > 0; left--) all += pieces[below(pieces.length)];
    return all;
}

function integer() {
    const size = Number.MAX_SAFE_INTEGER / 2 ** below(53);
    const number = Math.floor(size * (below(1000001) / 1000000));
    return (below(2) ? "-" : "") + number + ["", ".0", "e0", ".000e+0"][below(4)];
}

async function values() {
    const properties = {};
    const args = [];
    for (let i = 0; i < 600; i++) {
        const type = ["string", "string", "integer", "boolean"][i % 4];
        properties["p" + i] = { type, "x-mcp-header": "P" + i };
        args.push(
            `"p${i}": ` +
                (type === "string"
                    ? JSON.stringify(text())
                    : type === "integer"
                      ? integer()
                      : ["true", "false"][below(2)]),
        );
    }
    const raw = `{${args.join(", ")}}`;
    const tool = { name: "find", inputSchema: { type: "object", properties } };
    write("tools.json", JSON.stringify([tool]));
    write("arguments.json", raw);
    write(
        "request.json",
        `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "find",
    "arguments": ${raw}, "_meta": ${JSON.stringify(meta)}}}`,
    );
    const sent = await send(tool, JSON.parse(raw));
    write("sent", sent.map(([name, value]) => `${name}: ${value}\n`).join(""));
}

const lines = (name) =>
    read(name)
        .split("\n")
        .filter((line) => line)
        .map((line) => {
            const colon = line.indexOf(": ");
            return [line.slice(0, colon), line.slice(colon + 2)];
        });

// Blanks and tabs inside, and what begins but does not end as base64, may stand plain or not.
const isOpen = (value) =>
    typeof value === "string" &&
    /^[\t\x20-\x7e]+$/.test(value) &&
    value.trim() === value &&
    (/[\t ]/.test(value) || value.startsWith("=?base64?")) &&
    !(value.startsWith("=?base64?") && value.endsWith("?="));

function fixed() {
    const args = JSON.parse(read("arguments.json"));
    const sent = new Map(lines("sent"));
    let same = 0;
    for (const [name, value] of lines("built")) {
        const own = args[name.slice("Mcp-Param-".length).toLowerCase()];
        if (sent.get(name.toLowerCase()) === value) same++;
        else if (!isOpen(own))
            console.log(`${JSON.stringify(own)}: ${value}, ${sent.get(name.toLowerCase())}`);
        sent.delete(name.toLowerCase());
    }
    if (sent.size) console.log(`${sent.size} are not built`);
    if (same < 400) console.log(`only ${same} are the same`);
}

// ---- cases

const tools = [
    {
        name: "find",
        inputSchema: {
            type: "object",
            properties: {
                zone: { type: "string", "x-mcp-header": "Zone" },
                level: { type: "integer", "x-mcp-header": "Level" },
                dry: { type: "boolean", "x-mcp-header": "Dry" },
                site: { type: "object", properties: { room: { type: "string", "x-mcp-header": "Room" } } },
            },
        },
    },
];

const call = (args, more) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "find", arguments: args, _meta: meta, ...more },
});

const cases = [
    ...[
        [{ zone: "a" }, ["Zone", "a"]],
        [{ zone: "a" }, ["ZONE", "=?base64?YQ==?="]],
        [{ zone: "a" }, ["Zone", "b"]],
        [{ zone: "a" }, ["Zone", "A"]],
        [{ zone: "a" }],
        [{ zone: "a" }, ["Zone", "=?base64?YQ=?="]],
        [{ zone: "a" }, ["Zone", "=?base64?YR==?="]],
        [{ zone: "a" }, ["Zone", "=?base64?_w==?="]],
        [{ zone: "a" }, ["Zone", "=?base64?/w==?="]],
        [{ zone: "a b" }, ["Zone", "a b"]],
        [{ zone: "a\tb" }, ["Zone", " a\tb "]],
        [{ zone: " a" }, ["Zone", " a"]],
        [{ zone: "=?base64?YQ==" }, ["Zone", "=?base64?YQ=="]],
        [{ zone: "=?Base64?YQ==?=" }, ["Zone", "=?Base64?YQ==?="]],
        [{ zone: "=?base64?YQ==?=" }, ["Zone", "=?base64?YQ==?="]],
        [{ zone: "" }, ["Zone", "=?base64??="]],
        [{ zone: "" }, ["Zone", ""]],
        [{ zone: "" }],
        [{ zone: null }],
        [{ zone: null }, ["Zone", "null"]],
        [{}, ["Zone", "a"]],
        [{ note: "a" }, ["Note", "b"]],
        [{ level: 42 }, ["Level", "42"]],
        [{ level: 42 }, ["Level", "42.0"]],
        [{ level: 42 }, ["Level", "042"]],
        [{ level: 42 }, ["Level", "43"]],
        [{ level: 42 }, ["Level", "4 2"]],
        [{ level: 0 }, ["Level", "-0"]],
        [{ level: 9007199254740991 }, ["Level", "9007199254740991"]],
        [{ level: -9007199254740991 }, ["Level", "-9007199254740990"]],
        [{ level: 42 }, ["Level", "=?base64?NDI=?="]],
        [{ dry: true }, ["Dry", "true"]],
        [{ dry: true }, ["Dry", "True"]],
        [{ dry: false }, ["Dry", "0"]],
        [{ site: { room: "r" } }, ["Room", "r"]],
        [{ site: { room: "r" } }, ["Room", "s"]],
        [{ site: { room: "r" } }],
        [{ site: {} }],
    ].map(([args, ...headers]) => [
        call(args),
        [...standard("find"), ...headers.map(([name, value]) => ["Mcp-Param-" + name, value])],
    ]),
    [call({}), standard("find").slice(1)],
    [call({}), standard("find").slice(0, 2)],
    [call({}), [standard("find")[0], standard("find")[2]]],
    [call({}), standard("Find")],
    [call({}), standard("=?base64?ZmluZA==?=")],
    [call({}), standard("=?base64?ZmluZA=?=")],
    [call({}), [["MCP-Protocol-Version", "2025-11-25"], ...standard("find").slice(1)]],
    [call({}), [standard("find")[0], ["Mcp-Method", "Tools/call"], standard("find")[2]]],
    [call({}, { name: "none" }), standard("none")],
    [call([]), standard("find")],
    [call({}, { _meta: undefined }), standard("find")],
    [
        call({}, { _meta: { ...meta, "io.modelcontextprotocol/clientCapabilities": undefined } }),
        standard("find"),
    ],
    [{ ...call({}), method: "tools/run" }, [standard("")[0], ["Mcp-Method", "tools/run"]]],
    [{ ...call({}), method: "tools/list" }, [standard("")[0], ["Mcp-Method", "tools/list"]]],
];

async function answerCases() {
    const handler = serve(tools);
    write("tools.json", JSON.stringify(tools));
    for (const [i, [request, headers]] of cases.entries()) {
        write(`${i}.json`, JSON.stringify(request));
        write(`${i}.headers`, headers.map(([name, value]) => `${name}: ${value}\n`).join(""));
        console.log(await answer(handler, JSON.stringify(request), headers));
    }
}

const actions = {
    values,
    fixed,
    answer: async () =>
        console.log(
            await answer(serve(JSON.parse(read("tools.json"))), read("request.json"), [
                ...standard("find"),
                ...lines("built"),
            ]),
        ),
    cases: answerCases,
};

Promise.resolve(actions[action]()).then(() => process.exit(0));

// metaschemas.js - writes the schemas that describe the drafts of JSON Schema into a folder.
//
//     node metaschemas.js FOLDER
//
// They are those that @hyperjump/json-schema carries, one file each.
"use strict";
const fs = require("fs");
const path = require("path");
const { pathToFileURL } = require("url");

const home = path.join(process.env.NODE_PATH, "@hyperjump", "json-schema");

async function main(folder) {
  let count = 0;
  for (const draft of ["draft-04", "draft-06", "draft-07", "draft-2019-09", "draft-2020-12"]) {
    const top = path.join(home, draft);
    const meta = path.join(top, "meta");
    const files = [path.join(top, "schema.js")];
    if (fs.existsSync(meta)) files.push(...fs.readdirSync(meta).map((name) => path.join(meta, name)));
    for (const file of files) {
      const { default: schema } = await import(pathToFileURL(file).href);
      count += 1;
      fs.writeFileSync(path.join(folder, `${count}.json`), JSON.stringify(schema));
    }
  }
}

main(process.argv[2]);

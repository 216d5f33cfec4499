/** Writes our tools of a document: `node ours.mjs <document.json> <tools.json>`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createTools } from 'endpoint.js/tools';

const [, , document = '', output = ''] = process.argv;
const { tools } = createTools(JSON.parse(readFileSync(document, 'utf8')));
writeFileSync(output, JSON.stringify(tools));

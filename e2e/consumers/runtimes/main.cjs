/** As main.js, from CommonJS. */
const builder = require('endpoint.js');
const client = require('endpoint.js-client');
const { explain } = require('endpoint.js/explain');
const { toFetch } = require('endpoint.js/fetch');
const template = require('endpoint.js/uri-template');
const { runSuite } = require('./suite.js');

void runSuite({ builder, toFetch, explain, template, client }, JSON.parse(process.argv[2] ?? '')).then(console.log);

/** What single imports cost: modules for the bundlers, which read the package as it is published. */

/** A module, the most bytes that it may have minified, and text that only unused code has. */
export type ImportCase = readonly [code: string, maxBytes: number, unused: RegExp];

const GITHUB = /api\.github\.com/;
const BUILDER = /mediaTypeVersion/;

export const IMPORTS: readonly ImportCase[] = [
  ["import 'endpoint.js'", 60, /EndpointError/],
  ["import { EndpointError } from 'endpoint.js'; console.log(EndpointError)", 300, /invalid-/],
  ["import { createEndpoint } from 'endpoint.js'; console.log(createEndpoint)", 25_000, GITHUB],
  ["import { EndpointError } from 'endpoint.js/uri-template'; console.log(EndpointError)", 300, /invalid-/],
  ["import { EndpointError } from 'endpoint.js/explain'; console.log(EndpointError)", 300, /invalid-/],
  ["import { JSON_LOCATION_KEY } from 'endpoint.js/json'; console.log(JSON_LOCATION_KEY)", 100, /invalid-/],
  ["import { toFetch } from 'endpoint.js/fetch'; console.log(toFetch)", 7000, BUILDER],
  ["import { send } from 'endpoint.js/send'; console.log(send)", 10_000, BUILDER],
  ["import { ResponseError } from 'endpoint.js/send'; console.log(ResponseError)", 1000, /invalid-/],
  [
    "import { compile } from 'endpoint.js/uri-template'; console.log(compile)",
    7000,
    /can't be matched|mediaTypeVersion/,
  ],
];

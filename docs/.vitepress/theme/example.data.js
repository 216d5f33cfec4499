import { explain } from 'endpoint.js/explain';
import { readExplanation } from './lit-url.ts';
import { EXAMPLES } from './examples.ts';

/** The first example, explained when the site is built, so that it reads without a script. */
export default {
  load() {
    const [{ route, parameters }] = EXAMPLES;
    return readExplanation(explain(route, parameters));
  },
};

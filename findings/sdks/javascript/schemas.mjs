/** Programs that read a schema. */
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

/** @type {import('./main.mjs').Consumer} */
export const ajv = {
  kind: 'checks',
  run: ([tool]) => {
    const instance = new Ajv2020.default({ strict: true, logger: false });
    addFormats.default(instance);
    instance.compile(Object(tool?.inputSchema));
  },
};

/** @type {import('./main.mjs').Consumer} */
export const zod = { kind: 'checks', run: ([tool]) => void z.fromJSONSchema(Object(tool?.inputSchema)) };

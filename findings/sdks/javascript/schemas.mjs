/** Programs that read a schema. */
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

/** @type {import('./main.mjs').Consumer} */
export const ajv = {
  kind: 'checks',
  run: ({ inputSchema }) => {
    const instance = new Ajv2020.default({ strict: true, logger: false });
    addFormats.default(instance);
    instance.compile(inputSchema);
  },
};

/** @type {import('./main.mjs').Consumer} */
export const zod = { kind: 'checks', run: ({ inputSchema }) => void z.fromJSONSchema(inputSchema) };

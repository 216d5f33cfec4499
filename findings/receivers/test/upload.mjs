/** The form of a tool with two texts, an object and a file, which is first in the document and in the arguments. */
import { toFetch } from 'endpoint.js/fetch';
import { createTools } from 'endpoint.js/tools';

const text = { type: 'string' };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pictures', version: '1' },
  paths: {
    '/upload': {
      post: {
        operationId: 'upload',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  photo: { contentMediaType: 'image/png' },
                  title: text,
                  note: text,
                  meta: { type: 'object', properties: { k: { type: 'array', items: { type: 'integer' } } } },
                },
              },
            },
          },
        },
        responses: {},
      },
    },
  },
};
/** Base64 of "ü" and a line feed. */
const ARGUMENTS = { photo: 'w7wK', title: 'é', note: '', meta: { k: [1, 2] } };

/** @param {string} origin */
export async function send(origin) {
  const { build } = createTools(DOCUMENT, { baseUrl: origin });
  await fetch(...toFetch(build('upload', ARGUMENTS)));
}

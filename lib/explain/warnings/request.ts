import { warning } from '../rules.js';
import { code } from '../sentences.js';

const LONG_URL = 8000;

/** The value that JSON text holds; undefined for another text. */
function parseJson(text: unknown): unknown {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Text that only begins like JSON.
    return undefined;
  }
}

/** Warnings of headers, bodies and whole requests. */
export const REQUEST_WARNINGS = [
  warning({
    code: 'unused-media-type',
    doc: { when: "`mediaType.format` changes nothing, as `accept` is not the vendor's" },
    *applies({ options: { mediaType, headers: merged }, headers, hasVendor }) {
      const { format } = mediaType;
      const accept = headers.find(({ name }) => name === 'accept');
      if (format && accept && hasVendor && accept.source !== 'mediaType' && !merged['accept']?.includes(format))
        yield { parameter: 'mediaType.format', layer: accept.layer, format };
    },
    sentence: ({ format }) =>
      `The format ${code(format)} changes nothing, because accept has no media type of the vendor.`,
  }),
  warning({
    code: 'json-text',
    doc: { when: '`data` is JSON as text, which gets no content type', fix: 'pass the value' },
    *applies({ options, body, headers }) {
      if (body?.source !== 'data' || headers.some(({ name }) => name === 'content-type')) return;
      const value = parseJson(options.data);
      if (value !== undefined) yield { parameter: 'data', layer: body.layer, value };
    },
    sentence: () => 'data is JSON as text, which gets no content type; pass the value itself to send it as JSON.',
    fix: ({ value }) => ({ label: 'Pass the value itself', edits: [{ kind: 'set', path: ['data'], value }] }),
  }),
  warning({
    code: 'long-url',
    doc: { when: 'more than 8,000 characters' },
    applies: ({ request }) => (request && request.url.length > LONG_URL ? [{}] : []),
    sentence: (_, { request }) => `The url has ${request?.url.length} characters; many servers refuse more than 8,000.`,
  }),
];

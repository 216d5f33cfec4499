import { isForm } from '../../request/content.js';
import { getLast, hasOwn, isPlainObject } from '../../template/values.js';
import { setOption } from '../edits.js';
import type { Warning } from '../rules.js';

/** The longest request line that gunicorn reads, in bytes. */
const MAX_REQUEST_LINE = 4094;
/** The parameters that Express and Tomcat read. */
const MAX_PARAMETERS = 1000;

/** The key of the first value inside a field of a form; undefined for a field that isn't nested. */
function findNestedKey(field: string, value: unknown) {
  const isList = Array.isArray(value);
  const nested: unknown = isList ? value.find((member) => typeof member === 'object' && member) : value;
  const [key] = isPlainObject(nested) ? Object.keys(nested) : [];
  if (key !== undefined) return `${field}${isList ? '[]' : ''}[${key}]`;
  return Array.isArray(nested) && isList ? `${field}[][]` : undefined;
}

/** The value that JSON text holds; undefined for another text. */
export function parseJson(text: unknown): unknown {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Text that only begins like JSON.
    return undefined;
  }
}

/** Warnings of headers, bodies and whole requests. */
export const REQUEST_WARNINGS: readonly Warning[] = [
  {
    /** @when `mediaType.format` has no effect, because `accept` isn't the vendor's */
    code: 'unused-media-type',
    find({ options: { mediaType, headers: merged }, headers, builder }) {
      const { format } = mediaType;
      const accept = headers.find(({ name }) => name === 'accept');
      return (
        !!format &&
        !!accept &&
        !!builder.amendAccept &&
        accept.source !== 'mediaType' &&
        !merged['accept']?.includes(format) && [
          {
            parameter: 'mediaType.format',
            layer: accept.layer,
            sentence: `The format \`${format}\` changes nothing, because accept has no media type of the vendor.`,
          },
        ]
      );
    },
  },
  {
    /**
     * @when `data` is JSON text, which gets no JSON content type
     * @fix pass the value
     */
    code: 'json-text',
    find({ options, body, headers }) {
      const isUntyped = body?.source === 'data' && !headers.some(({ name }) => name === 'content-type');
      const value = isUntyped && parseJson(options.data);
      return (
        !!value && [
          {
            parameter: 'data',
            layer: body.layer,
            sentence:
              'data is JSON as text, which gets no JSON content type; pass the value itself to send it as JSON.',
            fix: () => setOption('Pass the value itself', ['data'], value),
          },
        ]
      );
    },
  },
  {
    /** @when a form field is an object, or a list of objects or lists */
    code: 'nested-form',
    find({ body, headers, parameters }) {
      const type = headers.find(({ name }) => name === 'content-type')?.value;
      if (!isPlainObject(body?.value) || !isForm(type)) return undefined;
      return Object.entries(body.value).flatMap(([field, value]) => {
        const key = findNestedKey(field, value);
        if (key === undefined) return [];
        const explained = parameters[body.keys.find((one) => one.key === field)?.parameter ?? -1];
        const { layer, path } = explained ?? { layer: body.layer, path: ['data', field] };
        const sentence = `\`${field}\` is nested, which a form writes as \`${key}=…\`; servers read this in different ways, so pass flat fields unless the API documents it.`;
        return [{ parameter: field, layer, path, explained, sentence }];
      });
    },
  },
  {
    /** @when the style `brackets` writes a list of objects */
    code: 'bracketed-objects',
    find({ parameters, request }) {
      const [, name] = /[?&]([^?&=#]*?)%5B%5D(?:%5B|\.)/.exec(request?.url ?? '') ?? [];
      const parameter = name && decodeURIComponent(name);
      const explained = parameters.find((one) => one.name === parameter && typeof one.value === 'object');
      const sentence = `\`${parameter}\` has a list of objects, written as \`${parameter}[][…]\`, which only Rack and Rails read as one; set \`query.arrays\` to \`indices\` for \`${parameter}[0][…]\`.`;
      return explained && [{ parameter, explained, sentence }];
    },
  },
  {
    /**
     * @when `headers` or `baseUrl` is `undefined`, which removes the default
     * @fix remove the key
     */
    code: 'unset-defaults',
    find: ({ call, attribution }) =>
      ['headers', 'baseUrl'].flatMap((parameter) => {
        const { value, layer, replaced = [] } = attribution.plain?.get(parameter) ?? {};
        const earlier = getLast(replaced.filter((one) => one.value !== undefined));
        if (!hasOwn(call.options ?? {}, parameter) || value !== undefined || !earlier) return [];
        return {
          parameter,
          layer,
          sentence: `\`${parameter}\` is undefined, which unsets the default of ${earlier.layer.label}; remove the key to keep it.`,
          fix: () => ({
            label: `Remove "${parameter}: undefined"`,
            edits: [{ kind: 'remove', path: [parameter] }],
          }),
        };
      }),
  },
  {
    /** @when the query has more than 1,000 parameters */
    code: 'many-parameters',
    find({ request }) {
      const count = /\?([^#]*)/.exec(request?.url ?? '')?.[1]?.match(/[^&]+/g)?.length ?? 0;
      const sentence = `The query has ${count} parameters; Express ignores those after 1,000, and Tomcat refuses the request, so send them in a body or in several requests.`;
      return count > MAX_PARAMETERS && [{ sentence }];
    },
  },
  {
    /** @when the request line has more than 4,094 bytes */
    code: 'long-url',
    find({ request }) {
      // The url has ASCII alone, and its fragment isn't sent (RFC 9110 section 7.1).
      const target = request?.url.replace(/^[a-z]+:\/\/[^/?#]*|#.*$/gi, '');
      const bytes = `${request?.method} ${target} HTTP/1.1`.length;
      const sentence = `The request line has ${bytes} bytes; gunicorn refuses more than 4,094 and other servers more than 8,000, so send long values in a body.`;
      return bytes > MAX_REQUEST_LINE && [{ sentence }];
    },
  },
];

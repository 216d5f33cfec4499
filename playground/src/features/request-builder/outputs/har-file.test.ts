import { endpoint } from 'endpoint.js';
import { expect, test } from 'vitest';
import { writeHarFile } from './har-file.js';

type Rule = (value: unknown) => boolean;
type Rules = Readonly<Record<string, { readonly rule: Rule; readonly isOptional?: true }>>;

const isText: Rule = (value) => typeof value === 'string';
const isNumber: Rule = (value) => typeof value === 'number' && Number.isInteger(value);
const isTime: Rule = (value) =>
  isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value as string);
const required = (rule: Rule) => ({ rule });
const optional = (rule: Rule) => ({ rule, isOptional: true }) as const;
const isList =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) && value.every(rule);
/** An object with these members alone: the required ones, and any of the optional ones. */
const isObject =
  (rules: Rules): Rule =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((key) => Object.hasOwn(rules, key)) &&
    Object.entries(rules).every(([key, { rule, isOptional }]) =>
      Object.hasOwn(value, key) ? rule((value as Record<string, unknown>)[key]) : isOptional,
    );

const COMMENT = { comment: optional(isText) };
const isPair = isObject({ name: required(isText), value: required(isText), ...COMMENT });
const MESSAGE = {
  httpVersion: required(isText),
  cookies: required(isList(isPair)),
  headers: required(isList(isPair)),
  headersSize: required(isNumber),
  bodySize: required(isNumber),
  ...COMMENT,
};

/** The rules of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/) for everything that the file has. */
const isHar = isObject({
  log: required(
    isObject({
      version: required((value) => value === '1.2'),
      creator: required(isObject({ name: required(isText), version: required(isText), ...COMMENT })),
      entries: required(
        isList(
          isObject({
            startedDateTime: required(isTime),
            time: required(isNumber),
            request: required(
              isObject({
                ...MESSAGE,
                method: required((value) => isText(value) && /^[A-Z]+$/.test(value as string)),
                url: required((value) => isText(value) && /^https?:\/\/[^#]*$/.test(value as string)),
                queryString: required(isList(isPair)),
                postData: optional(
                  (value) =>
                    isObject({ mimeType: required(isText), text: required(isText), ...COMMENT })(value) ||
                    isObject({ mimeType: required(isText), params: required(isList(isPair)), ...COMMENT })(value),
                ),
              }),
            ),
            response: required(
              isObject({
                ...MESSAGE,
                status: required(isNumber),
                statusText: required(isText),
                content: required(isObject({ size: required(isNumber), mimeType: required(isText), ...COMMENT })),
                redirectURL: required(isText),
              }),
            ),
            cache: required(isObject(COMMENT)),
            timings: required(
              isObject({ send: required(isNumber), wait: required(isNumber), receive: required(isNumber), ...COMMENT }),
            ),
            ...COMMENT,
          }),
        ),
      ),
      ...COMMENT,
    }),
  ),
});

test.each([
  ['a query', endpoint('GET /search/code', { q: 'C++ "é"' })],
  ['JSON', endpoint('POST /repos/{owner}/{repo}/issues', { owner: 'a', repo: 'b', title: 'c\n' })],
  ['a form', endpoint('POST /f', { data: new URLSearchParams({ a: 'b' }) })],
  [
    'text and cookies',
    endpoint('PATCH /t', { data: 'x', headers: { 'content-type': 'text/plain', cookie: 'a=b; c=d' } }),
  ],
  ['no body', endpoint('DELETE /x')],
])('a file with %s obeys HAR 1.2', (_, request) => {
  const text = writeHarFile(request, new Date(Date.UTC(2024, 0, 2)));
  const har = JSON.parse(text) as { log: { entries: { startedDateTime: string; request: { url: string } }[] } };
  expect(isHar(har)).toBe(true);
  expect(har.log.entries).toHaveLength(1);
  expect(har.log.entries[0]).toMatchObject({
    startedDateTime: '2024-01-02T00:00:00.000Z',
    request: { url: request.url },
  });
});

test('the rules find a mistake', () => {
  const har = JSON.parse(writeHarFile(endpoint('GET /'), new Date(0))) as { log: { entries: { time: unknown }[] } };
  const [entry] = har.log.entries;
  if (entry) entry.time = '0';
  expect(isHar(har)).toBe(false);
});

test('a relative url has no archive', () => {
  const relative = { method: 'get', url: '/x', headers: {} } as const;
  expect(() => writeHarFile(relative, new Date(0))).toThrow(/is relative, and HAR needs a host/);
});

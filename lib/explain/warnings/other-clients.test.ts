import { endpoint, type EndpointOptions } from 'endpoint.js';
import { explain } from 'endpoint.js/explain';
import { describe, expect, test } from 'vitest';
import { CLIENTS } from '../../test/other-clients.cases.js';

const find = (route: string, options: EndpointOptions) =>
  explain(route, options).warnings.find(({ code }) => code === 'other-client-option');

const rows = Object.entries(CLIENTS).flatMap(([client, { warned }]) =>
  Object.entries(warned).flatMap(([name, value]) => [[client, name, value as unknown] as const]),
);

describe.each(['GET /x', 'POST /x', 'DELETE /x', 'HEAD https://h/x'])('options of other clients, with %s', (route) => {
  test.each(rows)('%s: %s is a parameter here', (_, name, value) => {
    expect(find(route, { [name]: value })).toMatchObject({ parameter: name, index: 0 });
  });
});

test.each(rows)('%s: %s is as meant where the url names it, or endpoint.in places it', (_, name, value) => {
  expect(find(`GET /{+${name}}`, { [name]: value })).toBeUndefined();
  expect(find('POST /x', { [endpoint.in]: { query: { [name]: value }, body: { [name]: value } } })).toBeUndefined();
});

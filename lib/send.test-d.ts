/** The types of `send`. */
import { createEndpoint, endpoint, type ErrorOf } from 'endpoint.js';
import { type ResponseError, send } from 'endpoint.js/send';
import { expectTypeOf, test } from 'vitest';

interface Routes {
  'GET /users/{id}': { path: { id: number }; responses: { 200: { name: string }; 404: { message: string } } };
  'DELETE /users/{id}': { path: { id: number }; responses: { 204: undefined } };
}

const api = createEndpoint<Routes>();

test('data has the type of a catalogue', async () => {
  expectTypeOf((await send(api('GET /users/{id}', { id: 7 }))).data).toEqualTypeOf<{ name: string }>();
  expectTypeOf((await send(api('DELETE /users/{id}', { id: 7 }), { timeout: 1 })).data).toEqualTypeOf<undefined>();
});

test('data has the stated type, or none', async () => {
  expectTypeOf((await send(endpoint('GET /user'))).data).toBeUnknown();
  expectTypeOf((await send<{ name: string }>(endpoint('GET /user'))).data).toEqualTypeOf<{ name: string }>();
});

test('the data of an error has the stated type', () => {
  type NotFound = ResponseError<ErrorOf<Routes, 'GET /users/{id}'>>;
  expectTypeOf<NotFound['data']>().toEqualTypeOf<{ message: string } | undefined>();
  expectTypeOf<NotFound['status']>().toEqualTypeOf<number | undefined>();
});

test('an unknown option is an error', () => {
  // @ts-expect-error -- timeOut isn't an option
  void send(endpoint('GET /user'), { timeOut: 1 });
});

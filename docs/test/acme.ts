/** A small API for the examples of the pages, which call it `https://api.acme.example`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { match } from 'endpoint.js/uri-template';
import { startServer } from '../../dev/testing/static-server.mjs';

const NAME = 'https://api.acme.example';
const USERS: Readonly<Record<string, object>> = { 7: { id: 7, name: 'Ada' }, 8: { id: 8, name: 'Grace' } };
/** How often a report is unavailable before it is served. */
const UNAVAILABLE = 2;

/** What the API sends back. */
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Call {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** The API: its address, and how to stop it. */
export interface Acme {
  /** Replaces `https://api.acme.example` by the API's address. */
  readonly address: (text: string) => string;
  readonly stop: () => Promise<void>;
}

/** The value of a template with one variable, if the target fits it. */
function readValue(template: string, target: string): string | undefined {
  const [value] = Object.values(match(template, target) ?? {});
  return typeof value === 'string' ? value : undefined;
}

function listUsers(page: string): Answer {
  const pages = Object.values(USERS);
  return { status: 200, body: { users: pages.slice(Number(page) - 1, Number(page)), pages: pages.length } };
}

/** Makes the function that answers calls; undefined where the API never answers. */
function createApi(): (call: Call) => Answer | undefined {
  const asked = new Map<string, number>();
  const report = (name: string): Answer => {
    const times = (asked.get(name) ?? 0) + 1;
    asked.set(name, times);
    if (times <= UNAVAILABLE) return { status: 503, headers: { 'retry-after': '0' } };
    return { status: 200, body: { name, requests: times } };
  };
  return ({ method, target, headers, text }) => {
    const call = `${method} ${target.split('?')[0]}`;
    const user = readValue('/v1/users/{id}', target);
    const name = readValue('/v1/reports/{name}', target);
    if (call === 'GET /v1/slow') return undefined;
    if (call === 'GET /v1/moved') return { status: 302, headers: { location: '/v1/users/7' } };
    if (call === 'GET /v1/me')
      return headers.authorization === 'Bearer TOKEN'
        ? { status: 200, body: USERS[7] }
        : { status: 401, body: { message: 'A token is needed.' } };
    if (call === 'POST /v1/users') return { status: 201, body: { id: 9, ...(JSON.parse(text) as object) } };
    if (call === 'POST /v1/files')
      return { status: 201, body: { type: headers['content-type']?.split(';')[0], bytes: text.length } };
    if (call === 'GET /v1/users') return listUsers(readValue('/v1/users{?page}', target) ?? '1');
    if (method === 'GET' && name !== undefined) return report(name);
    const found = user === undefined ? undefined : USERS[user];
    if (user !== undefined && !found) return { status: 404, body: { message: `There is no user ${user}.` } };
    if (found && method === 'DELETE') return { status: 204 };
    if (found) return { status: 200, body: found };
    return { status: 404, body: { message: `There is no ${call}.` } };
  };
}

/** Starts the API on a free port. */
export async function startAcme(): Promise<Acme> {
  const answer = createApi();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: target = '', headers } = request;
    const {
      status,
      headers: fields,
      body,
    } = answer({ method, target, headers, text: (await buffer(request)).toString('latin1') }) ?? {};
    if (status === undefined) return;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    response.writeHead(status, { ...type, ...fields }).end(body === undefined ? undefined : JSON.stringify(body));
  };
  const server = await startServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return { address: (text) => text.replaceAll(NAME, server.url), stop: server.stop };
}

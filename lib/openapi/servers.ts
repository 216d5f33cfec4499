import type { ApiServer } from './api.js';
import { asArray, asString, type ApiDocument, type LocatedObject } from './document.js';
import { hasOwn } from '../template/values.js';

/** Resolves a url that is relative to the origin of a document on the web. */
function resolve(url: string, { entry }: ApiDocument): string {
  return ((/^\/(?!\/)/.test(url) && /^https?:\/\/[^/?#]*/i.exec(entry)?.[0]) || '') + url;
}

/** The first url that isn't of a WebSocket, or else the first. */
export const chooseServer = (urls: readonly string[]) => urls.find((url) => !/^wss?:/i.test(url)) ?? urls[0];

/** Reads the servers of OpenAPI 3.x. */
export function readServers(holder: LocatedObject, document: ApiDocument): readonly ApiServer[] {
  return document.objects(holder, 'servers').flatMap((server) => {
    const { url, description } = server.value;
    if (typeof url !== 'string') return [];
    const variables = document.member(server, 'variables');
    const names = new Set(Array.from(url.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name));
    return {
      url: resolve(url, document),
      description: asString(description),
      variables: [...names].map((name) => {
        const variable = document.member(variables, name).value;
        return {
          name,
          default: asString(variable['default']),
          choices: asArray(variable['enum']).map(String),
          description: asString(variable['description']),
        };
      }),
    };
  });
}

/** Reads the servers of Swagger 2.0, from `schemes`, `host` and `basePath`. */
export function readHosts(holder: LocatedObject, document: ApiDocument): readonly ApiServer[] {
  const { host, basePath } = document.root;
  const schemes = document.list(holder, 'schemes').map(({ value }) => value);
  const path = asString(basePath) ?? '';
  const server = (url: string): ApiServer => ({ url, description: undefined, variables: [] });
  if (typeof host !== 'string') return path === '' ? [] : [server(resolve(path, document))];
  const scheme = schemes.includes('http') && !schemes.includes('https') ? 'http' : 'https';
  return [server(`${scheme}://${host}${path}`)];
}

/**
 * Writes the url of a server with values of its variables.
 *
 * @param values replace the defaults; a variable without either stays as `{name}`
 */
export function fillServer({ url, variables }: ApiServer, values: Readonly<Record<string, string>> = {}): string {
  return url.replace(/\{([^{}]*)\}/g, (expression, name: string) => {
    if (hasOwn(values, name)) return values[name] ?? '';
    return variables.find((variable) => variable.name === name)?.default ?? expression;
  });
}

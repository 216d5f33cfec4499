/** The table of the options of other clients has each name of their TypeScript types, with a value of its type. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const FILE = fileURLToPath(new URL('../../dev/full/other-clients.ts', import.meta.url));
const SOURCE = `
import type { AxiosRequestConfig } from 'axios';
import type { OptionsInit } from 'got';
import type { Options } from 'ky';
import type { FetchOptions } from 'ofetch';
import type { RequestParameters, RequestRequestOptions } from '@octokit/types';
import { CLIENTS } from '../../lib/test/other-clients.cases.js';

interface Types {
  fetch: RequestInit;
  axios: AxiosRequestConfig;
  ky: Options;
  got: OptionsInit;
  ofetch: FetchOptions;
  octokit: RequestRequestOptions & RequestParameters;
}
type Table = typeof CLIENTS;
type Client = keyof Table & keyof Types;
type Named<T> = keyof { [Name in keyof T as string extends Name ? never : number extends Name ? never : Name]: 0 };
type Listed<C extends Client> = keyof Table[C]['warned'] | Table[C]['others'][number];
type Missing = { [C in Client]: Exclude<Named<Types[C]>, Listed<C>> }[Client];
type Unknown = { [C in Client]: Exclude<Listed<C>, Named<Types[C]>> }[Client];

export const none: { names: never } = {} as { names: Missing };
export const known: { names: never } = {} as { names: Unknown };
export const warned: { [C in Client]: { warned: Partial<Types[C]> } } = CLIENTS;
`;

test('names and values are those of the types', () => {
  const options: ts.CompilerOptions = {
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const readSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version, ...more) =>
    name === FILE ? ts.createSourceFile(name, SOURCE, version) : readSourceFile(name, version, ...more);
  const program = ts.createProgram([FILE], options, host);
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(messages).toEqual([]);
});

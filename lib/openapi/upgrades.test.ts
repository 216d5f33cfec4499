import { expect, test } from 'vitest';
import { ApiDocument, readApi } from './index.js';
import { isUpgrade } from './upgrades.js';

const header = (name: string, required = true): object => ({
  name,
  in: 'header',
  required,
  schema: { type: 'string' },
});
const kubernetes = (kind: string): object => ({
  'x-kubernetes-action': 'connect',
  'x-kubernetes-group-version-kind': { group: '', version: 'v1', kind },
  responses: { 200: {}, 401: {} },
});

test.each<[title: string, operation: object, expected: boolean, more?: object]>([
  ['Kubernetes, exec', kubernetes('PodExecOptions'), true],
  ['Kubernetes, attach', kubernetes('PodAttachOptions'), true],
  ['Kubernetes, port-forward', kubernetes('PodPortForwardOptions'), true],
  ['Kubernetes, proxies of HTTP', kubernetes('ServiceProxyOptions'), false],
  ['OSIsoft, channels', { responses: { 101: {}, 409: {} } }, true],
  ['Docker, with a response in HTTP', { responses: { 101: {}, 200: {} } }, false],
  ['eDRV, a required header', { parameters: [header('sec-websocket-protocol')], responses: { 200: {} } }, true],
  ['a header that may be left out', { parameters: [header('Upgrade', false)] }, false],
  ['another header', { parameters: [header('Upgrade-Insecure-Requests')] }, false],
  ['Yandex Cloud', { 'x-yc-apigateway-websocket-connect': {} }, true],
  ['a flag', { 'x-websocket': true }, true],
  ['a flag that is off', { 'x-websocket': false }, false],
  ['servers', { servers: [{ url: 'wss://h' }] }, true],
  ['a server of HTTP, too', { servers: [{ url: 'wss://h' }, { url: 'https://h' }] }, false],
  ['schemes', { schemes: ['ws', 'wss'] }, true, { swagger: '2.0', openapi: undefined }],
  ['schemes of HTTP, too', { schemes: ['ws', 'https'] }, false, { swagger: '2.0', openapi: undefined }],
  ['nothing', {}, false],
])('%s', (_, operation, expected, more = {}) => {
  const document = new ApiDocument({ openapi: '3.1.0', paths: { '/x': { get: operation } }, ...more });
  const { operations } = readApi(document);
  expect(operations.map((each) => isUpgrade(document, each))).toEqual([expected]);
}); // prettier-ignore

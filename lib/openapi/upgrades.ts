import type { ApiOperation } from './api.js';
import type { ApiDocument } from './document.js';

/** Extensions such as `x-websocket` and `x-yc-apigateway-websocket-connect`. */
const FLAG = /^x-(?:.*-)?web-?sockets?(?:-|$)/i;
/** Headers of a handshake (RFC 6455, section 4.1). */
const HANDSHAKE = /^(?:upgrade|sec-websocket-.*)$/i;
/** Those of the operations `connect` of Kubernetes that aren't proxies of HTTP. */
const STREAMS = /^Pod(?:Attach|Exec|PortForward)Options$/;

/** Whether an operation begins another protocol on its connection, such as WebSocket: no request and response serve it. */
export function isUpgrade(document: ApiDocument, { source, parameters, servers }: ApiOperation): boolean {
  const statuses = Object.keys(document.member(source, 'responses').value);
  const schemes = document.list(source, 'schemes').map(({ value }) => `${String(value)}:`);
  const urls = schemes.length > 0 ? schemes : servers.map(({ url }) => url);
  return (
    Object.keys(source.value).some((key) => FLAG.test(key) && source.value[key] !== false) ||
    parameters.some(({ in: place, name, required }) => place === 'header' && required && HANDSHAKE.test(name)) ||
    // OSIsoft's channels have errors beside it, Docker's `attach` has 200, without an upgrade.
    (statuses.includes('101') && !statuses.some((status) => status.startsWith('2'))) ||
    (urls.length > 0 && urls.every((url) => /^wss?:/i.test(url))) ||
    STREAMS.test(String(document.member(source, 'x-kubernetes-group-version-kind').value['kind']))
  );
}

/** A name server whose addresses may change, or that stops responding. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const TYPE_A = 1;
/** The value of Docker's name server. */
const TTL_SECONDS = 600;

/**
 * @typedef {object} NameServer
 * @property {number} port
 * @property {readonly string[] | undefined} addresses the IPv4 addresses of every name; without them it doesn't respond
 * @property {number} asked the number of questions so far
 * @property {() => void} close
 */

/**
 * Builds a response: the question, followed by its answers (RFC 1035, section 4).
 *
 * @param {Buffer} query
 * @param {readonly string[]} addresses
 */
function buildResponse(query, addresses) {
  const nameEnd = query.indexOf(0, 12);
  const question = query.subarray(12, nameEnd + 5);
  const matches = query.readUInt16BE(nameEnd + 1) === TYPE_A ? addresses : [];
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  // Flags: a response, recursion desired and available, no error. Then one question.
  head.writeUInt16BE(0x81_80, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(matches.length, 6);
  const records = matches.map((address) => {
    const record = Buffer.alloc(16);
    // The name: a pointer to the question's, at offset 12. Class IN.
    record.writeUInt16BE(0xc0_0c, 0);
    record.writeUInt16BE(TYPE_A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(TTL_SECONDS, 6);
    record.writeUInt16BE(4, 10);
    Buffer.from(address.split('.').map(Number)).copy(record, 12);
    return record;
  });
  return Buffer.concat([head, question, ...records]);
}

/**
 * Starts a name server on 127.0.0.1.
 *
 * @param {readonly string[]} addresses
 * @returns {Promise<NameServer>}
 */
export async function startNameServer(addresses) {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  /** @type {NameServer} */
  const names = { port: socket.address().port, addresses, asked: 0, close: () => void socket.close() };
  socket.on('message', (query, { port, address }) => {
    names.asked += 1;
    if (names.addresses) socket.send(buildResponse(query, names.addresses), port, address);
  });
  return names;
}

/**
 * The lines for an Envoy cluster that asks this name server, in place of `dns_refresh_rate: 5s` of envoy.production.yaml.
 *
 * @param {number} port
 */
export const useNameServer = (port) => `dns_refresh_rate: 1s
          typed_dns_resolver_config:
            name: envoy.network.dns_resolver.cares
            typed_config:
              '@type': type.googleapis.com/envoy.extensions.network.dns_resolver.cares.v3.CaresDnsResolverConfig
              resolvers: [{ socket_address: { address: 127.0.0.1, port_value: ${port} } }]`;

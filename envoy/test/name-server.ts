/** A name server with the same addresses for every name; they may change. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface NameServer {
  readonly port: number;
  /** The IPv4 addresses of every name. */
  addresses: readonly string[];
  close(): void;
}

const TYPE_A = 1;
/** The value of Docker's name server. */
const TTL_SECONDS = 600;

/** Builds a response: the question, followed by its answers (RFC 1035, section 4). */
function buildResponse(query: Buffer, addresses: readonly string[]): Buffer {
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

/** Starts one on 127.0.0.1. */
export async function startNameServer(addresses: readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const names = { port: socket.address().port, addresses, close: () => void socket.close() };
  socket.on('message', (query, { port, address }) => socket.send(buildResponse(query, names.addresses), port, address));
  return names;
}

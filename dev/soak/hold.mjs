/**
 * Opens connections that make no call, as a separate process. The parent sends `{ url, count }`, the number that are to be open, and
 * gets `{ open }`, fewer where no more stay open; with a smaller count all are closed.
 */
import { once } from 'node:events';
import { connect } from 'node:http2';

/** Far fewer than the connections that a system queues to be accepted. */
const AT_ONCE = 50;

/** @type {Set<import('node:http2').ClientHttp2Session>} */
const open = new Set();

/** @param {string} url */
async function openOne(url) {
  const session = connect(url);
  // With its settings read, the other end has accepted it, and has a session of its own.
  await once(session, 'remoteSettings');
  open.add(session);
  session.once('close', () => open.delete(session));
}

async function closeAll() {
  await Promise.all(
    [...open].map((session) => {
      const closed = once(session, 'close');
      session.destroy();
      return closed;
    }),
  );
}

process.on('message', async (/** @type {{ url: string, count: number }} */ { url, count }) => {
  if (count < open.size) await closeAll();
  for (let before = -1; open.size < count && open.size > before;) {
    before = open.size;
    const missing = Math.min(AT_ONCE, count - open.size);
    await Promise.all(Array.from({ length: missing }, () => openOne(url)));
  }
  process.send?.({ open: open.size });
});

import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

const MAX_TURNS = 100;
const IDLE_MS = 100;

/**
 * Ends a server without losing a call: what the system has taken for it is answered first (closing would reset it, and a proxy
 * must not send twice what changes something), then no more is taken, and what runs has `callsMs` milliseconds to end.
 */
export async function closeServer(server: Server, callsMs: number): Promise<void> {
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS); // those of calls that end now
  const force = setTimeout(() => server.closeAllConnections(), callsMs);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}

/** Goes on until the event loop has looked for new connections and found none. */
async function acceptWaiting(server: Server): Promise<void> {
  let quiet = 0;
  const note = () => {
    quiet = 0;
  };
  server.on('connection', note);
  // the first turn may come before the loop has looked
  for (let turns = 0; quiet < 2 && turns < MAX_TURNS; turns++) {
    quiet++;
    await nextTurn();
  }
  server.off('connection', note);
}

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { askLocally } from '../src/reports/local-socket';

/** Node closes the connections of a shorter time at once. */
const IDLE_MS = 2000;

/** Serves a socket in a thread of its own; closes a connection that is idle for `IDLE_MS`. */
const serve = (file: string) =>
  new Worker(
    `const { createServer } = require('node:http');
    const { parentPort } = require('node:worker_threads');
    const server = createServer((_, response) => response.end('here'));
    server.keepAliveTimeout = ${IDLE_MS};
    server.listen(${JSON.stringify(file)}, () => parentPort.postMessage('listening'));`,
    { eval: true },
  );

/** Blocks this thread, so that it does not notice a closed connection. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-local-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('does not reuse a connection that the site has closed', async () => {
  const file = path.join(folder, 'site.sock');
  const site = serve(file);
  onTestFinished(async () => void (await site.terminate()));
  await once(site, 'message');
  for (let count = 0; count < 2; count++) {
    expect((await askLocally(file, '/')).text).toBe('here');
    await nextTurn(); // Node keeps the connection
    block(2 * IDLE_MS); // the server closes the connection now
  }
});

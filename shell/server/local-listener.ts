import { once } from 'node:events';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { printDay, printStatus } from './monitoring/answer-status';
import type { StatusParts } from './monitoring/status';
import type { DevRemotes } from './releases/dev-remotes';

export function createLocalApp({ dev, ...parts }: StatusParts & { dev: DevRemotes }): Hono {
  const app = new Hono();
  app.get('/_shell/status', (context) => printStatus(context, parts));
  app.get('/_shell/day', (context) => printDay(context, parts));
  app.post('/_shell/dev', (context) => dev.receive(context));
  return app;
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o177;
/** Limit of `sun_path`; the kernel silently truncates a longer one. */
const MAX_PATH_BYTES = 103;

/** Serves an app on a Unix socket that only this user can open. Logs a failure and returns null. */
export async function listenLocally(
  file: string,
  app: Hono,
  log: (line: string) => void,
): Promise<Server | null> {
  const server = createServer(getRequestListener(app.fetch));
  try {
    if (Buffer.byteLength(file) > MAX_PATH_BYTES)
      throw new Error(
        `the path is longer than ${MAX_PATH_BYTES} bytes; set LOCAL_SOCKET to a shorter one`,
      );
    await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    await assertPrivate(path.dirname(file));
    if (await isListening(file))
      throw new Error('another site is listening on it; set LOCAL_SOCKET to another path');
    await rm(file, { force: true }); // stale socket of a crashed process
    const mask = process.umask(PRIVATE_FILE);
    server.listen(file);
    process.umask(mask);
    await once(server, 'listening');
    server.unref();
    return server;
  } catch (error) {
    log(`cannot open the local socket ${file}: ${(error as Error).message}`);
    return null;
  }
}

/** A user who can write to the folder could replace the socket. */
async function assertPrivate(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`other users can write to ${folder}; run chmod 700 on it`);
}

const isListening = (file: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

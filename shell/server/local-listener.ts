import { once } from 'node:events';
import { lstat, mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o177;
/** What the systems allow; a longer path is cut off in silence. */
const MAX_PATH_BYTES = 103;

/** Serves an app on a socket that only this user of this machine can open; without one the site goes on, and says so. */
export async function listenLocally(
  file: string,
  app: Hono,
  log: (line: string) => void,
): Promise<Server | null> {
  const server = createServer(getRequestListener(app.fetch));
  try {
    if (Buffer.byteLength(file) > MAX_PATH_BYTES)
      throw new Error(`its path is longer than ${MAX_PATH_BYTES} bytes`);
    await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    await assertPrivate(path.dirname(file));
    if (await answers(file)) throw new Error('another site listens there');
    await rm(file, { force: true }); // of a site that was killed
    const mask = process.umask(PRIVATE_FILE);
    server.listen(file);
    process.umask(mask);
    await once(server, 'listening');
    server.unref();
    return server;
  } catch (error) {
    log(`the local socket ${file} cannot be opened: ${(error as Error).message}`);
    return null;
  }
}

/** Whoever may write in the folder of a socket may put another one in its place. */
async function assertPrivate(folder: string): Promise<void> {
  const { uid, mode } = await lstat(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0)
    throw new Error(`${folder} is open to other users`);
}

const answers = (file: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

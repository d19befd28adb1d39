import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { UsageError } from '../command-line/flags';
import { whoAmI } from '../pointers/live';
import type { SiteReader } from '../reports/site-health';
import { cancelHeadBody } from '../service/head-requests';
import { answerError } from '../service/refusals';
import type { SigningKey } from '../signing/keys';
import { SignedStore } from '../signing/signed-store';
import type { Trust } from '../signing/trust';
import { cachedStore } from '../stores/cached-store';
import type { Store } from '../stores/store';
import { createConsole } from './app';
import { CookieSeal } from './cookies';
import { createLocalAuthority, localUser, OneTimeLinks } from './local-authority';

const LOOPBACK = '127.0.0.1';

export interface LocalConsoleParts {
  store: Store;
  unsigned: Store;
  key: SigningKey | null;
  trust(): Trust;
  site: SiteReader;
  follow(signal: AbortSignal): AsyncIterable<unknown>;
  previewLink(remote: string, channel: string): Promise<string>;
  info(line: string): void;
  log(line: string): void;
  /** Port to listen on; null: the usual one, or a free one if it is taken. */
  port: number | null;
  pages?: string | null;
}

export interface LocalConsole {
  /** Address with a token that signs in once. */
  link: string;
  port: number;
  stop(): Promise<void>;
}

const USUAL_PORT = 4201;

/** Starts a console for this machine. Its link signs in once; changes are made with the store and the key of the process. */
export async function startLocalConsole(parts: LocalConsoleParts): Promise<LocalConsole> {
  const { store, unsigned, key, trust, log, pages } = parts;
  const links = new OneTimeLinks();
  const now = () => new Date();
  const consoleApp = createConsole({
    ...parts,
    store:
      key || trust().signed
        ? new SignedStore(cachedStore(unsigned), trust, key)
        : cachedStore(unsigned),
    authority: createLocalAuthority({ store, key, trust }),
    signIn: { kind: 'link', links, user: localUser(whoAmI(store)) },
    seal: new CookieSeal(randomBytes(32)),
    origin: null,
    now,
    ...(pages !== undefined && { pages }),
  });
  const app = new Hono()
    .use(cancelHeadBody)
    .route('/console', consoleApp)
    .get('/', (context) => context.redirect('/console/'))
    .get('/console', (context) => context.redirect('/console/'));
  app.onError(answerError({ log }));
  const server = await listen(app, parts.port);
  const { port } = server.address() as AddressInfo;
  return {
    link: `http://localhost:${port}/console/#sign-in=${links.create()}`,
    port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(app: Hono, port: number | null): Promise<Server> {
  if (port !== null)
    return listenAt(app, port).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new UsageError(`port ${port} is in use; choose another --port`);
    });
  return listenAt(app, USUAL_PORT).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listenAt(app, 0);
  });
}

const listenAt = ({ fetch }: Hono, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: LOOPBACK }, () => resolve(server)) as Server;
    server.once('error', reject);
  });

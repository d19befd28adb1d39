import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { afterEach, beforeEach, vi } from 'vitest';
import { inspectHere } from '../src/checks/inspection';
import { getPreviewLink } from '../src/cli/preview';
import { DirectoryStore, encode, type Store } from '../src/index';
import { createService } from '../src/service/app';
import { HttpStoreClient } from '../src/service/http-store-client';
import type { ServiceParts } from '../src/service/parts';
import { newPrivateKey, readSigningKey, type SigningKey } from '../src/signing/keys';
import { createSignature } from '../src/signing/signature';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust } from '../src/signing/trust';
import { owners } from './build';

/** Keys of two teams, an operator, and an unknown sender. */
export const [booking, accounts, operator, stranger] = Array.from({ length: 4 }, () =>
  readSigningKey(newPrivateKey()),
) as [SigningKey, SigningKey, SigningKey, SigningKey];
const keyed = {
  ...owners,
  'mf-booking': { ...owners['mf-booking'], keys: [booking.publicKey] },
  'mf-account': { ...owners['mf-account'], keys: [accounts.publicKey] },
};
export const operators = [operator.publicKey];
export const trust = () => deriveTrust({ owners: keyed }, operators);

/** The store behind the release servers of a test, and their log. */
export const bench = {} as { behind: Store; lines: string[] };
let folder: string;
let servers: Server[];

/** Creates a store with a signed site before each test, and stops its servers after it. */
export function prepareService(): void {
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'carry-service-'));
    Object.assign(bench, { behind: new DirectoryStore(folder), lines: [] });
    servers = [];
    const site = { schema: 1, revision: 1, owners: keyed };
    await bench.behind.write(
      'site.json',
      encode({ ...site, signature: createSignature('site', site, { key: operator }) }),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    stopServices();
    rmSync(folder, { recursive: true });
  });
}

export function stopServices(): void {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

/** Starts a release server on the store and returns its address. */
export async function startService(more: Partial<ServiceParts> = {}, port = 0): Promise<string> {
  const { behind: store, lines } = bench;
  const log = (line: string) => void lines.push(line);
  const parts: ServiceParts = {
    store,
    trust,
    tryCandidate: async (checked) => void (await checked),
    inspect: inspectHere,
    previewLink: (remote, channel) =>
      getPreviewLink(
        { store, siteUrl: 'https://site.example', previewSecret: 'a secret of the site' },
        remote,
        channel,
      ),
    ...more,
    following: { info: log, log, ...more.following },
  };
  const server = await new Promise<Server>((resolve) => {
    const listening = serve({ fetch: createService(parts).fetch, port }, () =>
      resolve(listening as Server),
    );
  });
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the store as a team uses it: over HTTP, with its key. */
export const openStore = (url: string, key: SigningKey): Store =>
  new SignedStore(new HttpStoreClient(url, key), trust, key);

/** Records each release or change that is sent, for a replay. */
export function listen() {
  const sent: { path: string; init: RequestInit }[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    if (init.method === 'POST') sent.push({ path: new URL(input).pathname, init });
    return real(input, init);
  });
  return {
    sent,
    again: (url: string, { path, init }: (typeof sent)[number]) =>
      real(url + path, { ...init, signal: null }),
  };
}

// A release server with the sandboxed inspection of the site, to which a team sends a remote with a menu entry.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DirectoryStore,
  deriveTrust,
  HttpStoreClient,
  installSite,
  newPrivateKey,
  readLive,
  readRelease,
  readSigningKey,
  SignedStore,
} from '@carry/releases';
import { runReleases } from '@carry/releases/cli';
import { build, owners, release } from '@carry/releases/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildRenderer } from '../test/start-pool';
import { inspectSandboxed } from './inspect-sandboxed';

const REMOTE = 'mf-booking';
const ICON = 'static/svg/icon.0123456789.svg';
const team = readSigningKey(newPrivateKey());
const keyed = { ...owners, [REMOTE]: { ...owners[REMOTE], keys: [team.publicKey] } };
const trust = deriveTrust({ owners: keyed }, []);

let built: Awaited<ReturnType<typeof buildRenderer>>;
let store: DirectoryStore;
let url: string;
let stop: () => Promise<unknown>;
/** Remotes whose server bundle was inspected in a sandboxed process. */
const inspected: string[] = [];

beforeAll(async () => {
  built = await buildRenderer();
  store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-sent-')));
  const site = { schema: 1 as const, name: 'Carry', owners: keyed, frame: { links: [] } };
  await installSite(store, site, { why: 'test' });
  ({ url, stop } = await serve());
});
afterAll(async () => {
  await stop();
  built.remove();
  rmSync(store.name, { recursive: true });
});

async function serve() {
  const inspect = inspectSandboxed(path.join(path.dirname(built.bundle), 'inspect.cjs'));
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  const before = process.rawListeners('SIGTERM');
  const environment = {
    ...{ defaultStore: store.name, siteUrl: 'https://carry.example', previewSecret: '' },
    inspect: (name: string, code: string) => {
      inspected.push(name);
      return inspect(name, code);
    },
    tryCandidate: () => async (checked: Promise<unknown>) => void (await checked),
  };
  const running = runReleases(['serve', '--port', '0', '--store', store.name], environment);
  const address = () => /http:\S+/.exec(printed.mock.calls.flat().join(' '))?.[0] ?? '';
  await vi.waitUntil(address, { timeout: 20_000 });
  return {
    url: address(),
    async stop() {
      for (const end of process.rawListeners('SIGTERM'))
        if (!before.includes(end)) end.call(process, 'SIGTERM');
      await running;
      printed.mockRestore();
    },
  };
}

test('records the menu entry and icon of a sent remote', async () => {
  const menu = `{ label: 'Book', group: 'Shop', icon: '/_carry_assets_/${ICON}' }`;
  const dist = build({
    routes: `[{ id: 'booking', path: '/booking', Component: () => null, handle: { menu: ${menu} } }]`,
    web: { [ICON]: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  });
  const sender = new SignedStore(new HttpStoreClient(url, team), () => trust, team);
  const { version } = await release(sender, dist);
  expect(inspected).toContain(REMOTE);
  expect((await readLive(store)).remotes[REMOTE]?.version).toBe(version);
  expect((await readRelease(store, REMOTE, version))?.routes[0]?.menu).toEqual({
    ...{ label: 'Book', group: 'Shop', icon: `web/${ICON}` },
  });
});

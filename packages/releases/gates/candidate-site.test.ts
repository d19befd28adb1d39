import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryStore, readLive, type Store } from '../src/index';
import { lock } from '../src/pointers/pointers';
import { quarantine } from '../src/pointers/quarantine';
import { account as accountBuild, build, numbered, release } from '../test/build';
import { openCandidateSite, type StartSite } from './candidate-site';

let store: DirectoryStore;
beforeEach(() => {
  store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-gate-')));
});
afterEach(() => rmSync(store.name, { recursive: true }));

/** Opens the site, and returns the versions that it would serve and the pages of their remotes. */
async function open() {
  let served: Store | undefined;
  const start: StartSite = async ({ store }) => {
    served = store;
    return { url: 'http://site.example', close: async () => {} };
  };
  const site = await openCandidateSite(store, start);
  const { remotes } = await readLive(served ?? store);
  await site.close();
  const versions = Object.entries(remotes).map(([name, { version }]) => [name, version]);
  return { versions: Object.fromEntries(versions), pages: [...site.pages.keys()] };
}

describe('openCandidateSite', () => {
  it('opens with a damaged live release, and leaves it out', async () => {
    const account = await release(store, build(accountBuild));
    const { version } = await release(store, build());
    writeFileSync(path.join(store.name, 'mf-booking', version, 'release.json'), '{"schema":1,');
    expect(await open()).toEqual({
      versions: { 'mf-account': account.version },
      pages: ['mf-account'],
    });
  });

  it('serves the release before one in quarantine, also if it is locked', async () => {
    const [{ version: good }, { version: bad }] = [
      await release(store, numbered(1)),
      await release(store, numbered(2)),
    ];
    await lock(store, 'mf-booking', { who: 'kim', why: 'a drill' });
    await quarantine(store, 'mf-booking', { version: bad, why: 'fails', to: good });
    expect((await readLive(store)).remotes['mf-booking']?.version).toBe(bad);
    expect((await open()).versions).toEqual({ 'mf-booking': good });
  });
});

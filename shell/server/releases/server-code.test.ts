import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore } from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tryPage } from '../health/trial';
import { NotRendered, RenderPool } from '../render/pool/pool';
import { ReleaseFiles } from './release-files';

const REMOTE = 'mf-booking';
let folder: string;
let store: DirectoryStore;
let version: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-code-'));
  store = new DirectoryStore(folder);
  ({ version } = await release(store, numbered(1)));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Tries a page with a renderer that never starts, because code comes first. */
const tryRelease = (tried = version) =>
  tryPage(
    new RenderPool({ bundle: '', setup: { apiUrl: '', apiBudgetMs: 1 } }),
    new ReleaseFiles(store, null),
    {
      ...{ remote: REMOTE, version: tried, page: '/', site: fakeSite },
    },
  );

describe('the code of a tried release', () => {
  test.each(['release.json', 'server/remote.cjs'])(
    'blames no release if the store fails at %s',
    async (file) => {
      const read = store.read.bind(store);
      store.read = async (name) => {
        if (name.endsWith(file)) throw new Error('connect ECONNREFUSED bucket:9000');
        return read(name);
      };
      const trial = tryRelease();
      await expect(trial).rejects.toBeInstanceOf(NotRendered);
      await expect(trial).rejects.toThrow(/^the store did not send mf-booking@.* ECONNREFUSED/);
    },
  );

  test('blames a release whose bundle is damaged', async () => {
    await store.write(`${REMOTE}/${version}/server/remote.cjs`, Buffer.from('damaged'));
    expect(await tryRelease()).toMatchObject({ error: expect.stringMatching(/fails its hash$/) });
  });

  test('blames a release without a bundle', async () => {
    expect(await tryRelease('9.9.9-aaaaaaaaaaaa')).toMatchObject({
      error: 'mf-booking@9.9.9-aaaaaaaaaaaa has no server bundle',
    });
  });
});

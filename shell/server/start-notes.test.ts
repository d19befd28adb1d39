import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  addOwner,
  DirectoryStore,
  deriveTrust,
  newPrivateKey,
  readSigningKey,
  SignedStore,
} from '@carry/releases';
import { expect, test } from 'vitest';
import { readConfig } from './config/config';
import { openReleases } from './open-releases';
import { missingParts } from './start-notes';

const serves = { contracts: [{ version: 1, changes: [] }], shared: {}, routerNames: [] };

test('names the commands that complete an old site.json', () => {
  expect(missingParts({ revision: 3, name: undefined, serves: undefined })).toBe(
    "site.json predates name and serves: run 'npm run releases -- site set tools/workspace/site.json' and 'npm run releases -- site serve'",
  );
  expect(missingParts({ revision: 3, name: 'Hats', serves: undefined })).toMatch(
    /predates serves: run 'npm run releases -- site serve'$/,
  );
  expect(missingParts({ revision: 3, name: 'Hats', serves })).toBeNull();
  expect(missingParts({ revision: 0, name: undefined, serves: undefined })).toBeNull();
});

const [operator, team] = [1, 2].map(() => readSigningKey(newPrivateKey()));
const mine = { operators: [operator?.publicKey ?? ''], team: [team?.publicKey ?? ''] };

test.each([
  [
    'without keys',
    [],
    [],
    'releases are unsigned: anyone with write access to the release store can ship',
  ],
  [
    'with keys of teams alone',
    mine.team,
    [],
    'RELEASES_TRUST is not set: anyone with write access to the release store can change who may ship',
  ],
  ['with an operator’s', mine.team, mine.operators, null],
])('warns about missing signatures: a site %s', async (_, keys, operators, words) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-start-'));
  const store = new DirectoryStore(path.join(folder, 'store'));
  const signed = new SignedStore(store, () => deriveTrust(null, operators), operator ?? null);
  await addOwner(signed, 'mf-booking', { owner: { paths: ['/booking'], keys }, why: 'test' });
  const lines: string[] = [];
  const env = { API_URL: 'http://localhost:4000', RELEASES_TRUST: operators.join() };
  const config = readConfig(env, { store: store.name, lastGood: path.join(folder, 'good') });
  const log = (line: string) => void lines.push(line);
  const { releases } = await openReleases({ config, dist: folder, log, candidateStore: undefined });
  releases.close();
  expect(lines.filter((line) => /can ship|may ship/.test(line))).toEqual(words ? [words] : []);
  rmSync(folder, { recursive: true });
});

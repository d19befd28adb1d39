import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuditEntry } from '@carry/contracts/release';
import { expect, test } from 'vitest';
import { DirectoryStore } from '../src/index';
import { writeAudit } from '../src/pointers/live';
import { readDifference } from '../src/reports/difference';
import { readOverview, readRemote } from '../src/reports/overview';
import { build, numbered, release } from './build';

const openStore = () => new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-store-')));
const entry = (remote: string, minute: number): AuditEntry => ({
  at: new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString(),
  ...{ who: 'reviewer', action: 'preview', remote, from: null, to: null, why: 'a look' },
});

test('a release keeps its author after any number of previews', async () => {
  const store = openStore();
  const first = await release(store, build());
  const { version } = await release(store, numbered(2));
  for (let minute = 0; minute < 50; minute++) await writeAudit(store, entry('mf-booking', minute));
  const known = { version, liveSince: expect.any(String), by: expect.any(String) };
  const { remotes } = await readOverview(store, async () => ({}) as never);
  expect(remotes.find(({ name }) => name === 'mf-booking')).toMatchObject({ live: known });
  const { releases, changes } = await readRemote(store, 'mf-booking');
  expect(releases.find((one) => one.version === version)).toMatchObject(known);
  expect(changes).toHaveLength(10);
  const versions = { from: first.version, to: version };
  expect((await readDifference(store, 'mf-booking', versions)).to).toMatchObject(known);
});

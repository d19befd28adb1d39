import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  addOwner,
  createSignature,
  DirectoryStore,
  deriveTrust,
  encode,
  lift,
  newPrivateKey,
  promote,
  readAudit,
  readLive,
  readSigningKey,
  readSite,
  rotateKey,
  SignedStore,
  type SigningKey,
  type Store,
} from '@carry/releases';
import { numbered, owners, release } from '@carry/releases/testing';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReleaseFiles } from './release-files';
import { ReleaseSet } from './release-set';

const [team, operator, stranger, siteKey] = Array.from({ length: 4 }, () =>
  readSigningKey(newPrivateKey()),
) as [SigningKey, SigningKey, SigningKey, SigningKey];
const operators = [operator.publicKey];

let folder: string;
let bucket: DirectoryStore;
let opened: ReleaseSet[];
let lines: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-signed-'));
  bucket = new DirectoryStore(path.join(folder, 'store'));
  opened = [];
  lines = [];
  const site = {
    schema: 1,
    revision: 1,
    owners: { ...owners, 'mf-booking': { ...owners['mf-booking'], keys: [team.publicKey] } },
    siteKeys: [siteKey.publicKey],
  };
  await bucket.write(
    'site.json',
    encode({ ...site, signature: createSignature('site', site, { key: operator }) }),
  );
});
afterEach(async () => {
  for (const set of opened) set.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }); // a shell may still write its last good set
});

const teamStore = async (key: SigningKey = team): Promise<Store> => {
  const site = await readSite(bucket);
  return new SignedStore(bucket, () => deriveTrust(site, operators), key);
};

async function open({
  key = null,
  siteUrl = '',
}: {
  key?: SigningKey | null;
  siteUrl?: string;
} = {}): Promise<ReleaseSet> {
  const log = (line: string) => lines.push(line);
  const store = new SignedStore(bucket, () => set.trust, key);
  const files = new ReleaseFiles(store, path.join(folder, 'good'), log);
  const set = new ReleaseSet({
    store,
    files,
    getSite: () => fakeSite,
    operators,
    siteUrl,
    log,
    onDamage: () => {},
  });
  opened.push(set);
  await set.open();
  return set;
}

const served = (set: ReleaseSet) => set.compositionFor(null).owner('/booking/1')?.release.version;

/** Changes live.json like an attacker with bucket access but no key. */
async function forge(
  change: (pointer: { version: string; [more: string]: unknown }) => object,
): Promise<void> {
  const live = await readLive(bucket);
  const pointer = live.remotes['mf-booking'] as { version: string };
  await bucket.write(
    'live.json',
    encode({ ...live, revision: live.revision + 1, remotes: { 'mf-booking': change(pointer) } }),
  );
}

const expectUnchanged = async (set: ReleaseSet, version: string, why: RegExp) => {
  await expect.poll(() => lines.join('\n'), { timeout: 15_000 }).toMatch(why);
  expect(served(set)).toBe(version);
};

test('serves signed releases, also from the last good set', async () => {
  const first = await release(await teamStore(), numbered(1));
  const set = await open();
  expect(served(set)).toBe(first.version);
  const second = await release(await teamStore(), numbered(2));
  await expect.poll(() => served(set)).toBe(second.version);
  for (const file of await bucket.list('')) await bucket.remove(file);
  expect(served(await open())).toBe(second.version);
});

test.each<[string, RegExp, (document: object) => object]>([
  [
    'a release signed by a stranger',
    /release\.json$/,
    (record) => ({ ...record, signature: createSignature('release', record, { key: stranger }) }),
  ],
  [
    'a site owned by a stranger',
    /site\.json$/,
    ({ ...site }) => {
      const owner = { ...owners['mf-booking'], keys: [stranger.publicKey] };
      return { ...site, owners: { 'mf-booking': owner } };
    },
  ],
])('rejects %s in the last good set', async (_, name, forged) => {
  const { version } = await release(await teamStore(), numbered(1));
  const set = await open();
  expect(served(set)).toBe(version);
  const good = path.join(folder, 'good');
  const files = () => readdirSync(good, { recursive: true, encoding: 'utf8' });
  await expect
    .poll(() => files().filter((file) => /(live|site|release)\.json$/.test(file)).length)
    .toBe(3);
  set.close();
  const file = path.join(good, files().find((stored) => name.test(stored)) ?? '');
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { signature?: unknown };
  const { signature: __, ...document } = stored;
  writeFileSync(file, JSON.stringify({ signature: stored.signature, ...forged(document) }));
  for (const object of await bucket.list('')) await bucket.remove(object);
  expect(served(await open())).toBeFalsy();
});

test.each<[string, (old: string) => Promise<unknown>, RegExp]>([
  [
    'a pointer moved to an older signed release',
    (old) => forge((pointer) => ({ ...pointer, version: old, history: [] })),
    /was signed/,
  ],
  [
    'a pointer without its order',
    () => forge(({ order: _, ...pointer }) => pointer),
    /is not signed/,
  ],
  [
    'an unsigned canary',
    (old) =>
      forge((pointer) => ({
        ...pointer,
        canary: { version: old, percent: 100, takenBack: false },
      })),
    /which is not signed/,
  ],
  [
    'a release by a stranger',
    async () => release(await teamStore(stranger), numbered(9)),
    /may not sign it|is not followed/,
  ],
])('a running shell ignores %s', async (_, attack, why) => {
  const old = await release(await teamStore(), numbered(1));
  const { version } = await release(await teamStore(), numbered(2));
  const set = await open();
  await attack(old.version).catch(({ message }: Error) => lines.push(message));
  await expectUnchanged(set, version, why);
});

test('ignores a replayed older set', async () => {
  await release(await teamStore(), numbered(1));
  const older = (await bucket.read('live.json')) as Buffer;
  const { version } = await release(await teamStore(), numbered(2));
  const set = await open();
  const live = JSON.parse(older.toString()) as { revision: number };
  await bucket.write('live.json', encode({ ...live, revision: 99 }));
  await expectUnchanged(set, version, /older than the one this site served/);
});

test.each<[string, (open: () => Promise<ReleaseSet>, older: Buffer) => Promise<void>]>([
  ['restarts', async () => {}],
  [
    'restarts during a store outage',
    async (open) => {
      const { read } = bucket;
      bucket.read = () => Promise.reject(new Error('the store is away'));
      (await open()).close();
      bucket.read = read;
    },
  ],
  [
    'reads it before it restarts',
    async (open, older) => {
      const set = await open();
      await bucket.write('live.json', older);
      await expect.poll(() => lines.join('\n')).toMatch(/older than the one this site served/);
      await expect.poll(() => set.live.revision).toBe(99);
      set.close();
    },
  ],
])('ignores a replayed older set in a shell that %s', async (_, restart) => {
  await release(await teamStore(), numbered(1));
  const live = JSON.parse(String(await bucket.read('live.json'))) as { revision: number };
  const older = encode({ ...live, revision: 99 });
  const { version } = await release(await teamStore(), numbered(2));
  (await open()).close();
  await restart(open, older);
  await bucket.write('live.json', older);
  const set = await open();
  await expectUnchanged(set, version, /older than the one this site served/);
  const third = await release(await teamStore(), numbered(3));
  await expect.poll(() => served(set)).toBe(third.version);
});

test('rejects a tampered record from store and local copy', {
  tags: ['@fault-signed'],
}, async () => {
  const { version } = await release(await teamStore(), numbered(1));
  const file = `mf-booking/${version}/release.json`;
  const record = JSON.parse((await bucket.read(file))?.toString() ?? '') as object;
  await bucket.write(file, encode({ ...record, commit: 'changed' }));
  expect(served(await open())).toBe('');
  expect(lines.join('\n')).toMatch(/has an invalid signature of the key/);
});

test('ignores an unsigned or older site.json', async () => {
  const { version } = await release(await teamStore(), numbered(1));
  const first = (await bucket.read('site.json')) as Buffer;
  const owner = { paths: ['/booking'], contact: 'kim' };
  await addOwner(await teamStore(operator), 'mf-booking', { owner, why: 'again' });
  const set = await open();
  const taken = {
    schema: 1,
    revision: 9,
    owners: { ...owners, 'mf-booking': { ...owners['mf-booking'], keys: [stranger.publicKey] } },
  };
  await bucket.write(
    'site.json',
    encode({ ...taken, signature: createSignature('site', taken, { key: stranger }) }),
  );
  await expectUnchanged(set, version, /site.json is signed by the key .*, which may not sign it/);
  await bucket.write('site.json', first);
  await expectUnchanged(set, version, /site.json revision decreased/);
  expect(set.trust.teamKeys('mf-booking')).toEqual([team.publicKey]);
});

test('replaces a rotated key within two seconds', async () => {
  const first = await release(await teamStore(), numbered(1));
  const set = await open();
  await rotateKey(await teamStore(operator), 'mf-booking', {
    ...{ key: stranger.publicKey, compromised: true },
    why: 'stolen',
  });
  const keys = () => set.trust.teamKeys('mf-booking');
  await expect.poll(keys, { timeout: 15_000, interval: 20 }).toEqual([stranger.publicKey]);
  await release(
    new SignedStore(bucket, () => deriveTrust({ owners: old }, operators), team),
    numbered(2),
  );
  await expectUnchanged(set, first.version, /signed by the key .*, which may not sign it/);
  const { version } = await release(await teamStore(stranger), numbered(3));
  await expect.poll(() => served(set)).toBe(version);
});
const old = { ...owners, 'mf-booking': { ...owners['mf-booking'], keys: [team.publicKey] } };

test('shares quarantines signed with the site key', async () => {
  const before = await release(await teamStore(), numbered(1));
  const { version } = await release(await teamStore(), numbered(2));
  const third = await release(await teamStore(), numbered(3), { target: { percent: 10 } });
  const set = await open({ key: siteKey });
  await set.quarantine('mf-booking', { version: third.version, why: 'fails' });
  await expect.poll(() => set.live.remotes['mf-booking']?.canary?.percent).toBe(0);
  await set.quarantine('mf-booking', { version, why: 'fails', to: before.version });
  await expect.poll(() => set.live.remotes['mf-booking']?.version).toBe(before.version);
  expect((await readAudit(bucket)).at(-1)).toMatchObject({
    action: 'rolled-back',
    who: `key ${siteKey.id}`,
  });
  for (const shell of [set, await open()])
    expect([served(shell), shell.deviations, shell.ignoredEntries]).toEqual([
      before.version,
      [],
      [],
    ]);
  await promote(await teamStore(), 'mf-booking', { version: third.version, why: 'works' }).catch(
    () => {},
  );
  await lift(await teamStore(), 'mf-booking', { version, why: 'mended' });
  await promote(await teamStore(), 'mf-booking', { version, why: 'a person decided' });
  await expect.poll(() => served(set)).toBe(version);
});

test('applies quarantines locally without a site key', async () => {
  const before = await release(await teamStore(), numbered(1));
  const { version } = await release(await teamStore(), numbered(2));
  const [set, other] = [await open(), await open()];
  const stored = await bucket.read('live.json');
  await set.quarantine('mf-booking', { version, why: 'fails', to: before.version });
  expect([served(set), served(other)]).toEqual([before.version, version]);
  expect(await bucket.read('live.json')).toEqual(stored);
  expect(lines.join('\n')).toMatch(/cannot store the quarantine of .*SITE_KEY/);
});

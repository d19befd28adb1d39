import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createSignature,
  DirectoryStore,
  deriveTrust,
  encode,
  lift,
  newPrivateKey,
  promote,
  readLive,
  readSigningKey,
  readSite,
  removeOwner,
  retire,
  SignedStore,
  type SigningKey,
  type Store,
  signStored,
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

const forgeLock = () =>
  forge((pointer) => ({
    ...pointer,
    lock: { who: 'ops', at: new Date().toISOString(), why: 'x' },
  }));

/** Retires a remote like an attacker with bucket access but no key. */
const forgeRetirement = async () => {
  const live = await readLive(bucket);
  const revision = live.revision + 1;
  const entry = {
    at: new Date().toISOString(),
    who: 'ops',
    action: 'retire',
    remote: 'mf-booking',
    from: live.remotes['mf-booking']?.version ?? null,
    to: null,
    why: 'moved',
    revision,
  };
  await bucket.write(
    `audit/${String(revision).padStart(8, '0')}-x-retire-mf-booking.json`,
    encode(entry),
  );
  await bucket.write('live.json', encode({ revision, remotes: {}, change: entry }));
};

/** Retires a remote with a tombstone that this key signs. */
const retireSignedBy = async (key: SigningKey) => {
  const live = await readLive(bucket);
  const revision = live.revision + 1;
  const signature = createSignature(
    'tombstone',
    { revision },
    { key, about: { remote: 'mf-booking' } },
  );
  const retired = { 'mf-booking': { revision, signature } };
  await bucket.write('live.json', encode({ ...live, revision, remotes: {}, retired }));
};

const readDecision = async (key: SigningKey | null) => {
  const live = await readLive(bucket);
  const { version = '' } = live.remotes['mf-booking'] ?? {};
  const decision = {
    who: 'shell',
    at: new Date().toISOString(),
    why: 'fails',
    revision: live.revision + 1,
  };
  const about = { remote: 'mf-booking', version };
  const signature = key && createSignature('verdict', decision, { key, about });
  return { [version]: { ...decision, ...(signature && { signature }) } };
};

const moved = (pointer: object, before: string, version: string) => ({
  ...pointer,
  version: before,
  history: [],
  ahead: [version],
  rolledBack: true,
});

test.each<[string, (before: string, version: string) => Promise<unknown>, RegExp]>([
  ['a removal with an audit entry', forgeRetirement, /the removal of mf-booking is not signed/],
  [
    'a removal signed by a stranger',
    () => retireSignedBy(stranger),
    /the removal of mf-booking .* may not sign it/,
  ],
  [
    'a removal signed by a site',
    () => retireSignedBy(siteKey),
    /the removal of mf-booking .* may not sign it/,
  ],
  [
    'a decision without a signature',
    async () => {
      const quarantine = await readDecision(null);
      await forge((pointer) => ({ ...pointer, quarantine }));
    },
    /the decision on mf-booking@.* is not signed/,
  ],
  [
    'a decision and rollback by a stranger',
    async (before, version) => {
      const quarantine = await readDecision(stranger);
      await forge((pointer) => ({ ...moved(pointer, before, version), quarantine }));
    },
    /the decision on mf-booking@.* may not sign it/,
  ],
  [
    'a rollback without a decision',
    (before, version) => forge((pointer) => moved(pointer, before, version)),
    /the rollback of mf-booking .* has no signed decision/,
  ],
  ['an unsigned lock', forgeLock, /the lock of mf-booking differs from the signed one/],
])(
  'ignores and reports %s, also after a restart',
  { tags: ['@fault-K3'] },
  async (_, attack, why) => {
    const before = await release(await teamStore(), numbered(1));
    const { version } = await release(await teamStore(), numbered(2));
    const set = await open();
    await attack(before.version, version);
    await expect.poll(() => set.ignoredEntries.map((entry) => entry.why).join()).toMatch(why);
    expect(lines.join('\n')).toMatch(/unsigned entry in the release store ignored/);
    expect(served(set)).toBe(version);
    set.close();
    const again = await open();
    expect([served(again), again.ignoredEntries.length > 0]).toEqual([version, true]);
  },
);

test('removes unsigned parts when the remote is signed', async () => {
  const { version } = await release(await teamStore(), numbered(1));
  const set = await open();
  await forgeLock();
  await expect.poll(() => set.ignoredEntries.length).toBe(1);
  await promote(await teamStore(), 'mf-booking', { version, why: 'live already' });
  expect((await readLive(bucket)).remotes['mf-booking']?.lock).toBeDefined();
  await signStored({ unsigned: bucket, signed: await teamStore() }, 'mf-booking', { why: 'tidy' });
  expect((await readLive(bucket)).remotes['mf-booking']?.lock).toBeUndefined();
  await expect.poll(() => set.ignoredEntries).toEqual([]);
  expect(served(set)).toBe(version);
});

test('replaces a forged release by promoting another', async () => {
  const { version: first } = await release(await teamStore(), numbered(1));
  const { version } = await release(await teamStore(), numbered(2));
  const set = await open();
  await forge((pointer) => ({ ...pointer, version: first }));
  await expect.poll(() => set.ignoredEntries.length).toBe(1);
  await promote(await teamStore(), 'mf-booking', { version, why: 'attack' });
  await expect.poll(() => set.ignoredEntries).toEqual([]);
  expect((await readLive(bucket)).remotes['mf-booking']?.version).toBe(version);
});

test('ignores an unsigned end of a canary', async () => {
  await release(await teamStore(), numbered(1));
  const { version } = await release(await teamStore(), numbered(2), { target: { percent: 100 } });
  const set = await open();
  await forge((pointer) => ({ ...pointer, canary: { version, percent: 0, takenBack: true } }));
  await expect.poll(() => set.ignoredEntries.length).toBe(1);
  expect(set.serves(`mf-booking@${version}`)).toBe(true);
});

test('ignores a signed decision that an operator lifted', async () => {
  const before = await release(await teamStore(), numbered(1));
  const { version } = await release(await teamStore(), numbered(2));
  const set = await open({ key: siteKey });
  await set.quarantine('mf-booking', { version, why: 'fails', to: before.version });
  await expect.poll(() => set.live.remotes['mf-booking']?.version).toBe(before.version);
  const { quarantine } = (await readLive(bucket)).remotes['mf-booking'] ?? {};
  await lift(await teamStore(), 'mf-booking', { version, why: 'mended' });
  await promote(await teamStore(), 'mf-booking', { version, why: 'again' });
  await expect.poll(() => served(set)).toBe(version);
  await forge((pointer) => ({ ...pointer, quarantine }));
  await expect
    .poll(() => set.ignoredEntries.map(({ why }) => why).join())
    .toMatch(/older than the order/);
  expect(served(set)).toBe(version);
});

test('retires a remote for good', async () => {
  await release(await teamStore(), numbered(1));
  const set = await open();
  const older = (await readLive(bucket)).remotes;
  await retire(await teamStore(), 'mf-booking', { why: 'moved' });
  await expect.poll(() => served(set)).toBe('');
  const live = await readLive(bucket);
  await bucket.write('live.json', encode({ ...live, revision: 9, remotes: older, retired: {} }));
  await expect.poll(() => set.live.revision).toBe(9);
  await expect.poll(() => set.ignoredEntries.length).toBe(1);
  for (const shell of [set, await open()]) expect(served(shell)).toBe('');
});

test('drops a retired remote whose owner is gone, in either order', async () => {
  await release(await teamStore(), numbered(1));
  const set = await open();
  const older = (await readLive(bucket)).remotes;
  const signedSite = await bucket.read('site.json');
  await removeOwner(await teamStore(operator), 'mf-booking', { paths: [], why: 'moved' });
  await expect.poll(() => set.site.owners).not.toHaveProperty('mf-booking');
  expect(served(set)).toBeTruthy();
  const trust = deriveTrust(JSON.parse(String(signedSite)), operators);
  await retire(new SignedStore(bucket, () => trust, team), 'mf-booking', { why: 'moved' });
  const isGone = async (shell: ReleaseSet) => {
    await expect.poll(() => served(shell)).toBeUndefined();
    expect(shell.ignoredEntries).toEqual([]);
  };
  await isGone(set);
  await isGone(await open());
  const live = await readLive(bucket);
  await bucket.write('live.json', encode({ ...live, revision: 9, remotes: older, retired: {} }));
  await expect.poll(() => set.live.revision).toBe(9);
  await expect.poll(() => set.ignoredEntries.length).toBe(1);
  for (const shell of [set, await open()]) expect(served(shell) ?? '').toBe('');
});

test.each<[string, string | undefined, RegExp]>([
  ['of another installation', 'https://staging.example', /site\.json belongs to https:\/\/staging/],
  ['of no installation', undefined, /site\.json has no origin/],
])('a public site ignores a signed site.json %s', async (_, origin, why) => {
  const document = { schema: 1, revision: 2, owners, ...(origin && { origin }) };
  const signature = createSignature('site', document, { key: operator });
  await bucket.write('site.json', encode({ ...document, signature }));
  const set = await open({ siteUrl: 'https://carry.example' });
  expect(set.site.revision).toBe(0);
  expect(set.ignoredEntries.map((entry) => entry.why).join()).toMatch(why);
});

test('rejects releases signed for another site', async () => {
  await release(await teamStore(), numbered(1)); // signed before the site had an origin
  const site = (await readSite(bucket)) as object;
  const { signature: _, ...document } = { ...site, origin: 'https://carry.example' } as {
    signature?: unknown;
  };
  const signature = createSignature('site', document, { key: operator });
  await bucket.write('site.json', encode({ ...document, signature }));
  const set = await open({ siteUrl: 'https://carry.example' });
  expect(served(set)).toBe('');
  const { version } = await release(await teamStore(), numbered(2));
  await expect.poll(() => served(set)).toBe(version);
});

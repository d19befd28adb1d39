// Entries that a bucket credential can add to the audit log without a key.
import type { AuditPage } from '@carry/contracts/console';
import type { AuditEntry } from '@carry/contracts/release';
import { describe, expect, test } from 'vitest';
import { Changes } from '../src/events/changes';
import { describeEvent } from '../src/events/describe-event';
import {
  encode,
  lock,
  promote,
  quarantine,
  readAudit,
  readLive,
  rollback,
  rotateKey,
  SignedStore,
  type Store,
  setPreview,
  trustOf,
  unlock,
} from '../src/index';
import { auditPath } from '../src/pointers/live';
import { newPrivateKey, readSigningKey, type SigningKey } from '../src/signing/keys';
import {
  browserOf,
  fixture,
  kim,
  prepareAccountConsole,
  rollBack,
  trust as trustOfAccounts,
} from './account-console';
import { bench, booking, operator, startService, storeOf, trust } from './service-bench';

prepareAccountConsole();
const REMOTE = 'mf-booking';
const why = { why: 'test' };
const site = readSigningKey(newPrivateKey());

const entryOf = (more: Partial<AuditEntry>): AuditEntry => ({
  ...{ at: new Date().toISOString(), who: `key ${booking.id}`, action: 'promote', remote: REMOTE },
  ...{ from: null, to: fixture.versions[0], why: 'looks fine', ...more },
});
const add = (entry: AuditEntry, path = auditPath(entry)) =>
  bench.behind.compareAndSwap(path, null, encode(entry));
const signed = (key: SigningKey | null, trusted = trust) =>
  new SignedStore(bench.behind, trusted, key);
const trustSite = () =>
  trustOf(
    {
      owners: { [REMOTE]: { paths: ['/booking'], keys: [booking.publicKey] } },
      siteKeys: [site.publicKey],
    },
    [operator.publicKey],
  );
/** Returns the actions in the log that no key vouches for. */
const unverified = async (store: Store = signed(null)) =>
  (await readAudit(store)).flatMap((entry) => (entry.unverified ? [entry.action] : []));

describe('entries of changes', () => {
  test('are verified by the key of the team', async () => {
    const store = signed(booking);
    await rollback(store, REMOTE, why);
    await lock(store, REMOTE, { ...why, who: `key ${booking.id}` });
    await unlock(store, REMOTE, why);
    const expires = new Date(Date.now() + 86_400_000);
    await setPreview(store, {
      channel: 'pr-1',
      remote: REMOTE,
      version: fixture.versions[0],
      expires,
      ...why,
    });
    expect((await readAudit(store, REMOTE)).length).toBeGreaterThanOrEqual(6);
    expect(await unverified()).toEqual([]);
  });

  test('are verified after they went through a release server', async () => {
    const url = await startService();
    await rollback(storeOf(url, booking), REMOTE, why);
    const next = readSigningKey(newPrivateKey()).publicKey;
    await rotateKey(storeOf(url, operator), 'mf-account', { key: next, ...why });
    expect(
      (await readAudit(bench.behind))
        .map(({ action }) => action)
        .slice(-2)
        .sort(),
    ).toEqual(['rollback', 'rotate-key']);
    expect(await unverified()).toEqual([]);
  });

  test('are verified by the release server that signs for an account', async () => {
    const browser = await browserOf(kim);
    expect((await browser.change(rollBack())).status).toBe(200);
    expect(await unverified(signed(null, trustOfAccounts))).toEqual([]);
    expect((await readLive(bench.behind)).change?.signature?.by?.subject).toBe('kim');
  });

  test('are verified by the key of a site, for its decisions only', async () => {
    const store = signed(site, trustSite);
    await quarantine(store, REMOTE, { version: fixture.versions[1], ...why });
    expect(await unverified(store)).toEqual([]);
    const claim = entryOf({ revision: 9, action: 'lock' });
    await add(store.signEntry(claim));
    expect(await unverified(store)).toEqual(['lock']);
  });
});

describe('false entries', () => {
  test.each<[string, Partial<AuditEntry>, string?]>([
    ['a change', { revision: 2 }],
    ['a later change', { revision: 900 }],
    ['a change of the site', { remote: 'site', action: 'site-keys', to: null, site: 2 }],
    ['a note in the name of a change', { action: 'preview-note', channel: 'pr-1' }, 'lock'],
  ])('are marked: %s', async (_, more, action) => {
    const entry = entryOf(more);
    const named = { ...entry, ...(action && { action: action as 'lock' }) };
    await add(entry, auditPath(named));
    expect(await unverified()).toEqual([entry.action]);
    const browser = await browserOf(kim);
    const { entries } = await browser.read<AuditPage>('/audit');
    expect(entries.filter((read) => read.unverified)).toHaveLength(1);
  });

  test('are marked if they copy the signature of another entry', async () => {
    await rollback(signed(booking), REMOTE, why);
    const { signature, revision } = (await readLive(bench.behind)).change ?? {};
    await add(entryOf({ action: 'lock', signature, revision }));
    expect(await unverified()).toEqual(['lock']);
  });

  test('are not announced in place of the real change', async () => {
    const start = await new Changes(signed(null)).end();
    await rollback(signed(booking), REMOTE, why);
    const { change } = await readLive(bench.behind);
    await promote(signed(booking), REMOTE, { version: fixture.versions[1], ...why });
    await add(
      entryOf({ action: 'lock', at: '2020-01-01T00:00:00.000Z', revision: change?.revision }),
    );
    const { changes } = await new Changes(signed(null)).after(start);
    expect(changes.map(({ entry }) => entry.action)).toEqual(['rollback', 'promote']);
    expect(changes.map(({ entry }) => entry.unverified)).toEqual([undefined, undefined]);
  });

  test('are announced as unverified if the live document has them', async () => {
    const start = await new Changes(signed(null)).end();
    await rollback(signed(booking), REMOTE, why);
    const live = await readLive(bench.behind);
    const forged = { ...live, change: { ...live.change, who: 'ada', why: 'ada said so' } };
    await bench.behind.compareAndSwap('live.json', encode(live), encode(forged));
    const { changes } = await new Changes(signed(null)).after(start);
    expect(changes.map(({ entry }) => describeEvent(entry))).toEqual([
      expect.stringContaining('(ada, unverified: ada said so)'),
    ]);
  });
});

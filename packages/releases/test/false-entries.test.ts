// Entries that a bucket credential can add to the audit log without a key.
import type { AuditPage } from '@carry/contracts/console';
import type { AuditEntry } from '@carry/contracts/release';
import { describe, expect, test, vi } from 'vitest';
import { Changes } from '../src/events/changes';
import { describeEvent } from '../src/events/describe-event';
import {
  addOwner,
  deriveTrust,
  encode,
  lock,
  promote,
  quarantine,
  readAudit,
  readLive,
  readSite,
  removeOwner,
  rollback,
  rotateKey,
  SignedStore,
  type Store,
  setCountersigners,
  setPreview,
  setSiteKeys,
  unlock,
} from '../src/index';
import { examine } from '../src/maintenance/doctor';
import { auditPath } from '../src/pointers/live';
import { signEverything, signStored } from '../src/pointers/sign-stored';
import { removePipelines } from '../src/pointers/site';
import { signEntry } from '../src/signing/audit-entries';
import { newPrivateKey, readSigningKey, type SigningKey } from '../src/signing/keys';
import type { Trust } from '../src/signing/trust';
import {
  fixture,
  kim,
  prepareAccountConsole,
  rollBack,
  signInBrowser,
  trust as trustOfAccounts,
} from './account-console';
import { bench, booking, openStore, operator, startService, trust } from './service-bench';

prepareAccountConsole();
const REMOTE = 'mf-booking';
const why = { why: 'test' };
const site = readSigningKey(newPrivateKey());

const createEntry = (more: Partial<AuditEntry>): AuditEntry => ({
  ...{ at: new Date().toISOString(), who: `key ${booking.id}`, action: 'promote', remote: REMOTE },
  ...{ from: null, to: fixture.versions[0], why: 'looks fine', ...more },
});
const add = (entry: AuditEntry, path = auditPath(entry)) =>
  bench.behind.compareAndSwap(path, null, encode(entry));
const signed = (key: SigningKey | null, trusted = trust) =>
  new SignedStore(bench.behind, trusted, key);
const readTrust = async () => deriveTrust(await readSite(bench.behind), [operator.publicKey]);
/** The store with what is trusted now. */
const open = async (key: SigningKey | null = operator) => {
  const trusted = await readTrust();
  return signed(key, () => trusted);
};
const trustSite = () =>
  deriveTrust(
    {
      owners: { [REMOTE]: { paths: ['/booking'], keys: [booking.publicKey] } },
      siteKeys: [site.publicKey],
    },
    [operator.publicKey],
  );
/** Returns the actions of unverified entries. */
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
    await rollback(openStore(url, booking), REMOTE, why);
    const next = readSigningKey(newPrivateKey()).publicKey;
    await rotateKey(openStore(url, operator), 'mf-account', { key: next, ...why });
    expect(
      (await readAudit(bench.behind))
        .map(({ action }) => action)
        .slice(-2)
        .sort(),
    ).toEqual(['rollback', 'rotate-key']);
    expect(await unverified()).toEqual([]);
  });

  test('are verified by the release server that signs for an account', async () => {
    const browser = await signInBrowser(kim);
    expect((await browser.change(rollBack())).status).toBe(200);
    expect(await unverified(signed(null, trustOfAccounts))).toEqual([]);
    expect((await readLive(bench.behind)).change?.signature?.by?.subject).toBe('kim');
  });

  test('are verified by the key of a site, for its decisions only', async () => {
    const store = signed(site, trustSite);
    const [to, version] = fixture.versions;
    await quarantine(store, REMOTE, { version, to, ...why });
    expect(await unverified(store)).toEqual([]);
    const claim = createEntry({ revision: 9, action: 'lock' });
    await add(store.signEntry(claim));
    expect(await unverified(store)).toEqual(['lock']);
  });
});

describe('entries in the name of another', () => {
  const state = (entry: Partial<AuditEntry>, key: SigningKey, by: object = {}) =>
    signed(null, trustSite).checkEntry(
      signEntry(createEntry(entry), { key, trust: trustSite(), ...by }),
    );
  const byOperator = `key ${operator.id}`;
  const by = { by: { issuer: 'https://id.example', subject: 'kim' } };

  test.each<[string, Partial<AuditEntry>, SigningKey, object?]>([
    ['a change of the team by an operator', {}, operator],
    ['a change of an operator by the team', { who: byOperator }, booking],
    ['a decision of an operator by a site', { who: byOperator, action: 'quarantine' }, site],
    ['a change of the site document by the team', { action: 'own' }, booking],
    ['a numbered change of the site document by the team', { site: 9 }, booking],
    ['a change of a site by a team', { who: 'shell', action: 'quarantine' }, booking],
    ['a decision of a site for an account', { who: byOperator, action: 'rollout-step' }, site, by],
  ])('are unverified: %s', (_, entry, key, more) => {
    expect(state(entry, key, more)).toBe('unverified');
  });

  test.each<[string, Partial<AuditEntry>, SigningKey]>([
    ['a decision of a site', { who: 'shell', action: 'quarantine' }, site],
    ['a decision with the key of a site', { who: `key ${site.id}`, action: 'rolled-back' }, site],
    ['a decision of a site', { who: `site key ${site.id}`, action: 'rolled-back' }, site],
    ['a change of an operator', { who: byOperator, action: 'own', site: 9 }, operator],
    ['a change of the team', {}, booking],
  ])('differ from %s', (_, entry, key) => {
    expect(state(entry, key)).toBe('verified');
  });

  test('need no signature for a site document without operators', () => {
    const owners = { [REMOTE]: { paths: ['/booking'], keys: [booking.publicKey] } };
    const store = signed(booking, () => deriveTrust({ owners }, []));
    const entry = createEntry({ action: 'own', site: 9 });
    expect([store.checkEntry(entry), store.signEntry(entry)]).toEqual(['verified', entry]);
  });
});

describe('entries of earlier keys', () => {
  const next = readSigningKey(newPrivateKey());
  const sign = () => signStored({ unsigned: bench.behind, signed: signed(operator) }, REMOTE, why);
  const rotate = async (more = {}) => {
    await sign();
    return rotateKey(signed(operator), REMOTE, { key: next.publicKey, ...why, ...more });
  };
  const old = { action: 'lock', revision: 1, at: '2020-01-01T00:00:00.000Z' } as const;

  test('are verified after a rotation', async () => {
    await rollback(signed(booking), REMOTE, why);
    await rotate();
    expect(await unverified(await open(null))).toEqual([]);
    await rotate({ key: readSigningKey(newPrivateKey()).publicKey });
    expect(await unverified(await open(null))).toEqual([]);
  });

  test.each([
    ['time', { at: new Date(Date.now() + 3_600_000).toISOString() }],
    ['revision', { revision: 900 }],
  ])('are marked if their %s is later', async (_, more) => {
    await rotate();
    await add(signed(booking).signEntry(createEntry({ ...old, ...more })));
    expect(await unverified(await open(null))).toEqual(['lock']);
  });

  test('are marked after the key was stolen', async () => {
    await rollback(signed(booking), REMOTE, why);
    await rotate({ compromised: true });
    expect(await unverified(await open(null))).toContain('rollback');
  });

  test('are marked once a theft is found later', async () => {
    await rollback(signed(booking), REMOTE, why);
    await rotate();
    const { change } = await rotate({ compromised: true });
    expect(await unverified(await open(null))).toContain('rollback');
    const settings = [{ name: 'formerKeys', removed: [booking.publicKey] }];
    expect(change).toMatchObject({ action: 'rotate-key', remote: REMOTE, settings });
  });

  test('are verified for the remote of the key only', async () => {
    await rotate();
    await add(signed(booking).signEntry(createEntry({ ...old, remote: 'mf-account' })));
    expect(await unverified(await open(null))).toEqual(['lock']);
  });

  test('are verified after a rotation at a release server', async () => {
    await rollback(signed(booking), REMOTE, why);
    await sign();
    await rotateKey(openStore(await startService(), operator), REMOTE, {
      key: next.publicKey,
      ...why,
    });
    expect(await unverified(await open(null))).toEqual([]);
  });

  test('are verified after the key of a site changed', async () => {
    await setSiteKeys(signed(operator), [site.publicKey], why);
    const [to, version] = fixture.versions;
    await quarantine(signed(site, trustSite), REMOTE, { version, to, ...why });
    await sign();
    await setSiteKeys(signed(operator), [next.publicKey], why);
    expect(await unverified(await open(null))).toEqual([]);
    await setSiteKeys(signed(operator), [next.publicKey], { ...why, compromised: true });
    expect(await unverified(await open(null))).toEqual(['rolled-back']);
  });
});

describe('entries of a site that gets an origin', () => {
  /** Returns the store as each command opens it. */
  test('are verified from the first change on', async () => {
    vi.stubEnv('SITE_URL', 'https://carry.example');
    await bench.behind.remove('site.json');
    const owner = { paths: ['/help'], keys: [booking.publicKey] };
    await addOwner(await open(), 'mf-help', { owner, ...why });
    vi.unstubAllEnvs();
    expect((await readSite(bench.behind))?.origin).toBe('https://carry.example');
    expect((await readAudit(await open(), 'mf-help')).map((entry) => entry.unverified)).toEqual([
      undefined,
    ]);
  });

  test('are verified before and after it', async () => {
    await rollback(await open(), REMOTE, why);
    await setSiteKeys(await open(), [site.publicKey], why);
    let trusted = await readTrust();
    const stores = { unsigned: bench.behind, signed: signed(operator, () => trusted) };
    const follow = async () => {
      trusted = await readTrust();
    };
    await signEverything(stores, { ...why, origin: 'https://carry.example', follow });
    await lock(await open(), REMOTE, { ...why, who: `key ${operator.id}` });
    expect(await unverified(await open())).toEqual([]);
    const late = createEntry({ who: `key ${operator.id}`, revision: 900 });
    const unbound = signed(operator, trust).signEntry(late);
    expect((await open()).checkEntry(unbound)).toBe('unverified');
  });
});

describe('entries of a pipeline', () => {
  const issuer = 'https://issuer.example';
  const owner = { paths: ['/x'], oidc: [{ issuer, audience: 'carry', claims: { sub: 'ci' } }] };
  const entryOfPipeline = (trusted: Trust, more: Partial<AuditEntry>) =>
    signEntry(createEntry({ remote: 'mf-x', who: 'ci', revision: 1, ...more }), {
      key: site,
      trust: trusted,
      by: { issuer, subject: 'ci' },
    });
  const at = new Date(Date.now() - 1000).toISOString();

  test.each<[string, (store: Store) => Promise<unknown>]>([
    ['the issuer', (store) => removePipelines(store, 'mf-x', { issuer, ...why })],
    ['the owner', (store) => removeOwner(store, 'mf-x', { paths: [], ...why })],
  ])('are verified after %s was removed', async (_, remove) => {
    await setCountersigners(await open(), [site.publicKey], why);
    await addOwner(await open(), 'mf-x', { owner, ...why });
    const trusted = await readTrust();
    const [early, late] = [{ at }, { at, revision: 900 }].map((more) =>
      entryOfPipeline(trusted, more),
    ) as [AuditEntry, AuditEntry];
    await remove(await open());
    const { checkEntry } = await open();
    expect([early, late].map(checkEntry)).toEqual(['verified', 'unverified']);
  });
});

describe('entries without a signature', () => {
  const read = async (more: Partial<AuditEntry>) => {
    const trusted = await readTrust();
    await add(
      createEntry({ action: 'lock', revision: 1, at: '2020-01-01T00:00:00.000Z', ...more }),
    );
    const entries = await readAudit(
      signed(null, () => trusted),
      REMOTE,
    );
    return entries.find(({ action }) => action === 'lock');
  };
  const startSigning = () => setSiteKeys(signed(operator), [site.publicKey], why);

  test('are unsigned if they are older than the first signed one', async () => {
    await startSigning();
    const entry = await read({});
    expect(entry).toMatchObject({ unverified: true, unsigned: true });
    expect(describeEvent(entry as AuditEntry)).toContain(', not signed: looks fine)');
  });

  test.each([
    ['time', { at: new Date(Date.now() + 3_600_000).toISOString() }],
    ['revision', { revision: 900 }],
  ])('are unverified if their %s is later', async (_, more) => {
    await startSigning();
    const entry = await read(more);
    expect(entry).toMatchObject({ unverified: true });
    expect(entry).not.toHaveProperty('unsigned');
  });

  test('are unverified after releases sign, which doctor asks for', async () => {
    const examined = () => {
      const trusted = deriveTrust(site, [operator.publicKey]);
      const store = signed(null, () => trusted);
      return examine(store, Date.now(), trusted);
    };
    let site = await readSite(bench.behind);
    const finding = { level: 'warning', what: expect.stringContaining("run 'releases sign'") };
    expect(await examined()).toContainEqual(finding);
    const stores = { unsigned: bench.behind, signed: signed(operator) };
    const before = await read({});
    await signEverything(stores, { ...why, origin: null, follow: async () => {} });
    site = await readSite(bench.behind);
    expect(await examined()).not.toContainEqual(finding);
    const after = { revision: 900, at: new Date(Date.now() + 1000).toISOString() };
    expect(before).toHaveProperty('unsigned');
    await read({ ...after, action: 'unlock' });
    const [entry] = (
      await readAudit(signed(null, () => deriveTrust(site, [operator.publicKey])))
    ).filter(({ action }) => action === 'unlock');
    expect(entry).toMatchObject({ unverified: true });
    expect(entry).not.toHaveProperty('unsigned');
  });

  test('are unverified with a signature of another key', async () => {
    const { signature } = signed(operator).signEntry(createEntry({}));
    expect(await read({ signature })).not.toHaveProperty('unsigned');
  });
});

describe('false entries', () => {
  test.each<[string, Partial<AuditEntry>, string?]>([
    ['a change', { revision: 2 }],
    ['a later change', { revision: 900 }],
    ['a change of the site', { remote: 'site', action: 'site-keys', to: null, site: 2 }],
    ['a note in the name of a change', { action: 'preview-note', channel: 'pr-1' }, 'lock'],
  ])('are marked: %s', async (_, more, action) => {
    const entry = createEntry(more);
    const named = { ...entry, ...(action && { action: action as 'lock' }) };
    await add(entry, auditPath(named));
    expect(await unverified()).toEqual([entry.action]);
    const browser = await signInBrowser(kim);
    const { entries } = await browser.read<AuditPage>('/audit');
    expect(entries.filter((read) => read.unverified)).toHaveLength(1);
  });

  test('are marked if they copy the signature of another entry', async () => {
    await rollback(signed(booking), REMOTE, why);
    const { signature, revision } = (await readLive(bench.behind)).change ?? {};
    await add(createEntry({ action: 'lock', signature, revision }));
    expect(await unverified()).toEqual(['lock']);
  });

  test('are not announced in place of the real change', async () => {
    const start = await new Changes(signed(null)).end();
    await rollback(signed(booking), REMOTE, why);
    const { change } = await readLive(bench.behind);
    await promote(signed(booking), REMOTE, { version: fixture.versions[1], ...why });
    await add(
      createEntry({ action: 'lock', at: '2020-01-01T00:00:00.000Z', revision: change?.revision }),
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

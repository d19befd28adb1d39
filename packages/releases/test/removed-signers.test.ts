// Routine changes of keys and pipelines keep what is live trusted.
import type { LivePointer, ReleaseRecord } from '@carry/contracts/release';
import { describe, expect, test } from 'vitest';
import type { Candidate } from '../src/checks/candidate';
import {
  addOwner,
  advanceRollout,
  deriveTrust,
  encode,
  promote,
  quarantine,
  readLive,
  readPointer,
  readRelease,
  readSite,
  rollback,
  rotateKey,
  SignedStore,
  type SigningKey,
  setCanary,
  setCountersigners,
  setSiteKeys,
  signStored,
  versionBefore,
} from '../src/index';
import { listRefused } from '../src/pointers/pointers';
import { createPlan } from '../src/pointers/rollout';
import { signEverything } from '../src/pointers/sign-stored';
import { removeKeys, removePipelines } from '../src/pointers/site';
import { countersigned } from '../src/service/countersign';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { countersignPointer } from '../src/signing/orders';
import { build, numbered, release } from './build';
import { bench, booking, operator, operators, prepareService } from './service-bench';

prepareService();
const REMOTE = 'mf-booking';
const why = { why: 'routine' };
const [next, server, site] = Array.from({ length: 3 }, () => readSigningKey(newPrivateKey())) as [
  SigningKey,
  SigningKey,
  SigningKey,
];
const readTrust = async () => deriveTrust(await readSite(bench.behind), operators);
/** Returns the store with the keys of its site document. */
async function open(key: SigningKey | null) {
  const trust = await readTrust();
  return new SignedStore(bench.behind, () => trust, key);
}
const rotate = async (more: { compromised?: boolean } = {}) =>
  rotateKey(await open(operator), REMOTE, { key: next.publicKey, ...why, ...more });
const addKey = async (key: SigningKey) =>
  addOwner(await open(operator), REMOTE, {
    owner: { paths: ['/booking'], keys: [key.publicKey] },
    ...why,
  });
const sign = async () =>
  signStored({ unsigned: bench.behind, signed: await open(operator) }, REMOTE, why);

/** Returns the live version that a site would serve after a restart. */
async function readServed(): Promise<string | undefined> {
  const live = await readLive(bench.behind);
  const { pointer, ignored } = readPointer(REMOTE, live, { trust: await readTrust() });
  expect(ignored).toEqual([]);
  return (await readRelease(await open(null), REMOTE, pointer?.version ?? ''))?.version;
}

test('refuses to remove the key of a live release', async () => {
  const { version } = await release(await open(booking), build());
  await expect(rotate()).rejects.toThrow(
    /^mf-booking: its live release is signed by a key .*'releases owner add mf-booking --path PATH --key NEW'.* or run 'releases sign mf-booking' at the store.*--compromised/,
  );
  expect(await readServed()).toBe(version);
  await addKey(next);
  await expect(rotate()).rejects.toThrow(/its live release/);
  const second = await release(await open(next), numbered(2));
  await rotate();
  expect(await readServed()).toBe(second.version);
});

test('removes the key after a new signature', async () => {
  const { version } = await release(await open(booking), build());
  await sign();
  await rotate();
  expect(await readServed()).toBe(version);
});

test('removes a stolen key at once', async () => {
  await release(await open(booking), build());
  await rotate({ compromised: true });
  await expect(readServed()).rejects.toThrow(/may not sign it/);
});

/** Signs the record of a release with the team's key again. */
async function signRecord(version: string): Promise<void> {
  const record = `${REMOTE}/${version}/release.json`;
  await (await open(booking)).write(record, (await bench.behind.read(record)) as Buffer);
}

test('refuses to remove the key of a record', async () => {
  const { version } = await release(await open(booking), build());
  const canary = await release(await open(booking), numbered(2), { target: { percent: 5 } });
  await sign();
  await signRecord(canary.version);
  await expect(rotate()).rejects.toThrow(/its canary is signed by/);
  await signRecord(version);
  await expect(rotate()).rejects.toThrow(/its live release is signed by/);
});

test('removes the key of an ended canary', async () => {
  await release(await open(booking), build());
  const { version } = await release(await open(booking), numbered(2), { target: { percent: 5 } });
  await sign();
  await signRecord(version);
  await setCanary(await open(operator), REMOTE, { version, percent: 0, ...why });
  expect((await rotate()).owners[REMOTE]?.keys).toEqual([next.publicKey]);
});

const issuer = 'https://issuer.example';
const removals: [string, (more: { compromised?: boolean }) => Promise<unknown>, RegExp][] = [
  [
    'countersigner',
    async (more) => setCountersigners(await open(operator), [next.publicKey], { ...why, ...more }),
    /'releases site countersign --key OLD --key NEW'/,
  ],
  [
    'pipeline',
    async (more) => removePipelines(await open(operator), REMOTE, { issuer, ...why, ...more }),
    /'releases owner add mf-booking'/,
  ],
];

test.each(removals)('refuses to remove the %s of a live release', async (_, remove, words) => {
  const oidc = [{ issuer, audience: 'carry', claims: { sub: 'ci' } }];
  await addOwner(await open(operator), REMOTE, { owner: { paths: ['/booking'], oidc }, ...why });
  await setCountersigners(await open(operator), [server.publicKey], why);
  const { version } = await release(await open(operator), build());
  await remove({}); // the operator's signature stays
  await addOwner(await open(operator), REMOTE, { owner: { paths: ['/booking'], oidc }, ...why });
  await setCountersigners(await open(operator), [server.publicKey], why);
  const live = await readLive(bench.behind);
  const pointer = live.remotes[REMOTE] as LivePointer;
  const by = { issuer, subject: 'ci' };
  const signed = countersignPointer({
    ...{ remote: REMOTE, pointer, key: server, by },
    trust: await readTrust(),
  });
  await bench.behind.write('live.json', encode({ ...live, remotes: { [REMOTE]: signed } }));
  await expect(remove({})).rejects.toThrow(words);
  expect(await readServed()).toBe(version);
  await remove({ compromised: true });
  await expect(readServed()).rejects.toThrow(/may not (sign it|ship mf-booking)/);
});

const setSiteKey = async (key: SigningKey) =>
  setSiteKeys(await open(operator), [key.publicKey], why);

test('refuses to remove the key of a rollback by a site', async () => {
  await setSiteKey(site);
  const { version: to } = await release(await open(booking), build());
  const { version } = await release(await open(booking), numbered(2));
  await quarantine(await open(site), REMOTE, { version, to, ...why });
  await expect(setSiteKey(next)).rejects.toThrow(/mf-booking: a site's decision is signed by a/);
  expect(await readServed()).toBe(to);
  await sign();
  await setSiteKey(next);
  expect(await readServed()).toBe(to);
});

test('refuses to remove the key of a step of a rollout', async () => {
  await setSiteKey(site);
  await release(await open(booking), build());
  const plan = createPlan([5, 50]);
  const { version } = await release(await open(booking), numbered(2), {
    target: { rollout: plan },
  });
  await setSiteKey(next);
  await setSiteKey(site); // no site has raised it yet
  await advanceRollout(await open(site), REMOTE, { version, step: 0, ...why });
  await expect(setSiteKey(next)).rejects.toThrow(/mf-booking: a site's decision is signed by a/);
  await sign();
  await setSiteKey(next);
  await readServed();
  expect((await readLive(bench.behind)).remotes[REMOTE]?.canary?.percent).toBe(50);
});

describe('a removed pipeline', () => {
  const pipeline = (repository: string) => ({ issuer, audience: 'carry', claims: { repository } });
  const addPipeline = async (repository: string) =>
    addOwner(await open(operator), REMOTE, {
      owner: { paths: ['/booking'], oidc: [pipeline(repository)] },
      ...why,
    });
  const by = { issuer, subject: 'repo:carry/booking' };
  const readRecord = async (version: string) => readRelease(await open(null), REMOTE, version);
  const readRollbackTarget = async () => {
    const pointer = (await readLive(bench.behind)).remotes[REMOTE] as LivePointer;
    return versionBefore(pointer);
  };
  /** Stores a live release with the signature that a release server makes for a pipeline. */
  async function ship(number: number): Promise<string> {
    const { version } = await release(await open(booking), numbered(number));
    const file = `${REMOTE}/${version}/release.json`;
    const record = JSON.parse(`${await bench.behind.read(file)}`) as ReleaseRecord;
    const sender = { key: '', name: by.subject, trust: await readTrust(), by };
    const signed = countersigned({ record } as Candidate, sender, server);
    await bench.behind.write(file, encode(signed.record));
    return version;
  }

  async function countersignLive(): Promise<void> {
    const live = await readLive(bench.behind);
    const pointer = countersignPointer({
      ...{ remote: REMOTE, pointer: live.remotes[REMOTE] as LivePointer, key: server, by },
      trust: await readTrust(),
    });
    await bench.behind.write('live.json', encode({ ...live, remotes: { [REMOTE]: pointer } }));
  }

  test('leaves its releases refused beside another pipeline of its issuer', async () => {
    await setCountersigners(await open(operator), [server.publicKey], why);
    await addPipeline('carry/stolen');
    const { version: sound } = await release(await open(booking), build());
    const hostile = await ship(2);
    await readRecord(hostile);
    await removePipelines(await open(operator), REMOTE, { issuer, compromised: true, ...why });
    await promote(await open(operator), REMOTE, { version: sound, ...why });
    expect(await readRollbackTarget()).toBeNull();
    await addPipeline('carry/new');
    await expect(readRecord(hostile)).rejects.toThrow(/releases sign mf-booking/);
    const next = await ship(3);
    expect(await readRecord(next)).toMatchObject({ version: next });
    expect(await readRollbackTarget()).toBe(sound);
    await rollback(await open(operator), REMOTE, why);
    expect((await readLive(bench.behind)).change).toMatchObject({ action: 'rollback', to: sound });
  });

  test('is replaced by an operator as the signer of a sound live release', async () => {
    await setCountersigners(await open(operator), [server.publicKey], why);
    await addPipeline('carry/stolen');
    await ship(1);
    const sound = await ship(2);
    await countersignLive();
    await removePipelines(await open(operator), REMOTE, { issuer, compromised: true, ...why });
    const stores = { unsigned: bench.behind, signed: await open(operator) };
    await signStored(stores, REMOTE, { version: sound, ...why });
    await promote(await open(operator), REMOTE, { version: sound, ...why });
    expect(await readServed()).toBe(sound);
    expect((await readLive(bench.behind)).change).toMatchObject({ action: 'sign' });
  });

  const remove = async (more: object = {}) =>
    removePipelines(await open(operator), REMOTE, { issuer, compromised: true, ...why, ...more });

  /** Ships a sound, a hostile and a sound release, then removes their pipeline as stolen. */
  async function shipHostile() {
    await setCountersigners(await open(operator), [server.publicKey], why);
    await addPipeline('carry/stolen');
    const { version: old } = await release(await open(booking), build());
    const hostile = await ship(2);
    return { old, hostile };
  }

  test('leaves no rollback target once its last sound release is promoted', async () => {
    const { old, hostile } = await shipHostile();
    const sound = await ship(3);
    await countersignLive();
    await remove();
    const stores = { unsigned: bench.behind, signed: await open(operator) };
    await expect(sign()).rejects.toThrow(new RegExp(`signed ${sound}.*VERSION`));
    await signStored(stores, REMOTE, { version: sound, ...why });
    await promote(await open(operator), REMOTE, { version: sound, ...why });
    expect(await readRollbackTarget()).toBe(old);
    expect((await readLive(bench.behind)).change).toMatchObject({ action: 'sign' });
    await expect(readRecord(hostile)).rejects.toThrow();
  });

  test('leaves no rollback target under a sound live pointer', async () => {
    const { old, hostile } = await shipHostile();
    const { version } = await release(await open(booking), numbered(3));
    await remove();
    expect(await readRollbackTarget()).toBe(hostile);
    await promote(await open(operator), REMOTE, { version, ...why });
    expect(await readRollbackTarget()).toBe(old);
    expect(await listRefused(await open(null), REMOTE)).toEqual([]);
  });

  test('stays refused when everything else is signed again', async () => {
    const { old, hostile } = await shipHostile();
    const { version } = await release(await open(booking), numbered(3));
    await remove();
    const skipped: string[] = [];
    const stores = { unsigned: bench.behind, signed: await open(operator) };
    const onSkip = (release: string) => skipped.push(release);
    const signed = await signStored(stores, REMOTE, { ...why, onSkip });
    expect(signed).toEqual([version, old]);
    expect(skipped).toEqual([`${REMOTE}@${hostile}`]);
    await expect(readRecord(hostile)).rejects.toThrow();
    expect(await readRollbackTarget()).toBe(old);
  });

  test('stops the signing of all remotes while its release is live', async () => {
    const { hostile } = await shipHostile();
    expect(await listRefused(await open(null), REMOTE)).toEqual([]);
    await remove();
    expect(await listRefused(await open(null), REMOTE)).toEqual([hostile]);
    const stores = { unsigned: bench.behind, signed: await open(operator) };
    const revision = (await readLive(bench.behind)).revision;
    const follow = async () => {};
    await expect(signEverything(stores, { ...why, origin: null, follow })).rejects.toThrow(
      /VERSION/,
    );
    expect((await readLive(bench.behind)).revision).toBe(revision);
  });

  test('is passed over by a rollback', async () => {
    const { old } = await shipHostile();
    await release(await open(booking), numbered(3));
    await remove();
    await rollback(await open(operator), REMOTE, why);
    expect((await readLive(bench.behind)).change).toMatchObject({ action: 'rollback', to: old });
  });

  test('is one of several of its issuer', async () => {
    await setCountersigners(await open(operator), [server.publicKey], why);
    for (const repository of ['carry/wide', 'carry/narrow']) await addPipeline(repository);
    const version = await ship(1);
    const removeRoutinely = async (more: object) => remove({ compromised: false, ...more });
    await expect(removeRoutinely({})).rejects.toThrow(/First add .* --oidc-claim/);
    const { owners } = await removeRoutinely({ claims: { repository: 'carry/wide' } });
    expect(owners[REMOTE]?.oidc).toEqual([pipeline('carry/narrow')]);
    expect(await readRecord(version)).toMatchObject({ version });
    await addPipeline('carry/wide');
    await remove({ claims: { repository: 'carry/wide' }, compromised: true });
    await expect(readRecord(version)).rejects.toThrow(/removed as compromised/);
  });

  test('can be distrusted after its routine removal', async () => {
    await setCountersigners(await open(operator), [server.publicKey], why);
    for (const repository of ['carry/stolen', 'carry/other']) await addPipeline(repository);
    const version = await ship(1);
    const claims = { repository: 'carry/stolen' };
    await remove({ claims, compromised: false });
    await expect(remove({ claims, compromised: false })).rejects.toThrow(/does not accept/);
    expect(await readRecord(version)).toMatchObject({ version });
    await remove({ claims });
    await expect(readRecord(version)).rejects.toThrow(/removed as compromised/);
    expect((await readSite(bench.behind))?.owners[REMOTE]?.oidc).toEqual([pipeline('carry/other')]);
    expect((await readSite(bench.behind))?.change).toMatchObject({ action: 'rotate-key' });
    const unknown = remove({ issuer: 'https://never.example' });
    await expect(unknown).rejects.toThrow(/does not accept/);
  });

  test('stays after the removal of the last key', async () => {
    await addPipeline('carry/booking');
    const keys = [booking.publicKey];
    const { owners } = await removeKeys(await open(operator), REMOTE, { keys, ...why });
    expect(owners[REMOTE]?.keys).toBeUndefined();
    expect(owners[REMOTE]?.oidc).toHaveLength(1);
  });

  test('leaves releases of a stolen key out of the rollback targets', async () => {
    await addKey(next);
    const { version: sound } = await release(await open(next), build());
    await release(await open(booking), numbered(2));
    await rotate({ compromised: true });
    await promote(await open(operator), REMOTE, { version: sound, ...why });
    expect(await readRollbackTarget()).toBeNull();
  });
});

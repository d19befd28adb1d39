import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  lift,
  lock,
  promote,
  quarantine,
  readAudit,
  readLive,
  rollback,
  type Store,
  servedVersion,
  setCanary,
  unlock,
} from '../src/index';
import { readServedReleases } from '../src/pointers/live';
import { numbered, release } from './build';
import { conditionalStores, type OpenedStore } from './stores';

const REMOTE = 'mf-booking';
let opened: OpenedStore;
let store: Store;
let first: string;
let second: string;
let third: string;
const pointer = async () => {
  const found = (await readLive(store)).remotes[REMOTE];
  if (!found) throw new Error('nothing is live');
  return found;
};
const failing = { why: 'failing', who: 'shell' };

describe.each(conditionalStores)('quarantine in %s', (_, open) => {
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    [first = '', second = '', third = ''] = [
      (await release(store, numbered(1))).version,
      (await release(store, numbered(2))).version,
      (await release(store, numbered(3))).version,
    ];
  });
  afterEach(() => opened.close());

  test('quarantines a failing release until a person lifts it', {
    tags: ['@fault-11.25'],
  }, async () => {
    await Promise.all(
      [1, 2, 3].map(() => quarantine(store, REMOTE, { version: third, ...failing, to: second })),
    );
    expect(await pointer()).toMatchObject({
      version: second,
      history: [first],
      ahead: [third],
      rolledBack: true,
    });
    expect((await readAudit(store)).filter(({ who }) => who === 'shell')).toMatchObject([
      { action: 'rolled-back', from: third, to: second },
    ]);
    const refused = /has been in quarantine since .* \(failing\); run 'releases lift mf-booking/;
    await expect(promote(store, REMOTE, { version: third, why: '' })).rejects.toThrow(refused);
    await expect(rollback(store, REMOTE, { version: third, why: '' })).rejects.toThrow(refused);
    await expect(
      setCanary(store, REMOTE, { version: third, percent: 10, why: '' }),
    ).rejects.toThrow(refused);
    await expect(release(store, numbered(3))).rejects.toThrow(refused);
    await lift(store, REMOTE, { version: third, why: 'it was the database', who: 'kim' });
    await promote(store, REMOTE, { version: third, why: '' });
    expect(await pointer()).toMatchObject({ version: third, history: [second, first] });
    expect((await readAudit(store)).map(({ action }) => action).slice(-2)).toEqual([
      'lift',
      'promote',
    ]);
  });

  test('rolls back automatically only once', {
    tags: ['@fault-11.25'],
  }, async () => {
    await quarantine(store, REMOTE, { version: third, ...failing, to: second });
    await expect(
      quarantine(store, REMOTE, { version: second, ...failing, to: first }),
    ).rejects.toThrow(/already rolled back automatically; a person must choose/);
    expect(await pointer()).toMatchObject({ version: second, history: [first], ahead: [third] });
    await rollback(store, REMOTE, { why: 'a person' });
    expect(await pointer()).toMatchObject({ version: first, history: [], ahead: [second, third] });
    await expect(
      quarantine(store, REMOTE, { version: first, ...failing, to: second }),
    ).rejects.toThrow(/no earlier release to roll back to/);
    expect(await pointer()).toMatchObject({ version: first, ahead: [second, third] });
  });

  test('keeps a quarantine from a lock after unlock', {
    tags: ['@fault-11.25'],
  }, async () => {
    await lock(store, REMOTE, { why: 'sale', who: 'kim' });
    await quarantine(store, REMOTE, { version: third, ...failing, to: second });
    expect(await pointer()).toMatchObject({
      version: third,
      quarantine: { [third]: { why: 'failing' } },
    });
    expect(servedVersion(await pointer())).toBe(second);
    await unlock(store, REMOTE, { why: 'over' });
    expect(servedVersion(await pointer())).toBe(second);
    expect((await readAudit(store)).map(({ action, to }) => [action, to]).slice(-2)).toEqual([
      ['quarantine', third],
      ['unlock', third],
    ]);
    await lift(store, REMOTE, { version: third, why: 'works' });
    expect(servedVersion(await pointer())).toBe(third);
  });

  test('counts the release that sites serve, not one in quarantine', async () => {
    await lock(store, REMOTE, { why: 'sale', who: 'kim' });
    await quarantine(store, REMOTE, { version: third, ...failing, to: second });
    const served = await readServedReleases(store);
    expect(served.map(({ version }) => version)).toEqual([second]);
  });

  test('aborts a failing canary for good', async () => {
    await promote(store, REMOTE, { version: first, why: '' });
    await setCanary(store, REMOTE, { version: third, percent: 10, why: 'try' });
    await quarantine(store, REMOTE, { version: third, ...failing });
    expect(await pointer()).toMatchObject({
      version: first,
      canary: { version: third, percent: 0, takenBack: true },
    });
    expect((await pointer()).rolledBack).toBeUndefined();
    expect((await readAudit(store)).at(-1)).toMatchObject({
      action: 'canary-aborted',
      to: third,
      percent: 0,
    });
    await setCanary(store, REMOTE, { version: third, percent: 0, why: 'no more of it' }); // ending a canary is always possible
    expect(await pointer()).toMatchObject({
      canary: { version: third, percent: 0, takenBack: false },
    });
  });

  test('keeps a canary that a person has made live', async () => {
    await promote(store, REMOTE, { version: first, why: '' });
    await setCanary(store, REMOTE, { version: third, percent: 10, why: 'try' });
    await promote(store, REMOTE, { version: third, why: 'it is sound', who: 'kim' });
    const before = await pointer();
    await quarantine(store, REMOTE, { version: third, ...failing });
    expect(await pointer()).toEqual(before);
  });

  test('keeps a canary that a person has ended', async () => {
    await promote(store, REMOTE, { version: first, why: '' });
    for (const percent of [10, 0])
      await setCanary(store, REMOTE, { version: third, percent, why: 'try' });
    const before = await pointer();
    await quarantine(store, REMOTE, { version: third, ...failing });
    expect(await pointer()).toEqual(before);
  });

  test('keeps a release that a person has made a canary', async () => {
    await promote(store, REMOTE, { version: first, why: '' });
    await setCanary(store, REMOTE, { version: third, percent: 10, why: 'try' });
    const before = await pointer();
    await quarantine(store, REMOTE, { version: third, ...failing, to: second });
    expect(await pointer()).toEqual(before);
  });

  test('ignores decisions on releases that are not served', async () => {
    const { revision } = await readLive(store);
    for (const to of [undefined, second])
      for (const remote of [REMOTE, 'mf-help'])
        expect((await quarantine(store, remote, { version: first, ...failing, to })).revision).toBe(
          revision,
        );
    await expect(
      quarantine(store, REMOTE, { version: third, ...failing, to: first }),
    ).rejects.toThrow(/would roll back to .*, not to/);
    await expect(lift(store, REMOTE, { version: third, why: '' })).rejects.toThrow(
      /is not in quarantine/,
    );
  });
});

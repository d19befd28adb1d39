import { beforeEach, describe, expect, test } from 'vitest';
import { describeEvent, eventType } from '../src/events/describe-event';
import { promote, readAudit, readLive, readPointer, setFlag } from '../src/index';
import { readRemote } from '../src/reports/overview';
import { build, numbered, release } from './build';
import { bench as commands, prepareBench, run } from './cli-bench';
import { bench, booking, openStore, prepareService, startService, trust } from './service-bench';

const REMOTE = 'mf-booking';
const withFlags = (flags: string) =>
  build({
    server: `exports.default = { contractVersion: 2, flags: ${flags}, createRoutes: () => [{ id: 'booking', path: '/booking/:id', Component: () => null }] };`,
  });
const NEW_FORM = "{ 'new-form': { default: false, does: 'shows the new form' } }";

describe('releases flag', () => {
  prepareBench();
  beforeEach(() => release(commands.opened.store, withFlags(NEW_FORM)));

  test('sets, lists and unsets a declared flag', async () => {
    expect((await run('flag', 'list', REMOTE)).out).toMatch(
      /^new-form +off \(default\) +shows the new form$/,
    );
    expect((await run('flag', 'set', REMOTE, 'new-form', '25', '--dry-run')).out).toBe(
      `${REMOTE}.new-form would be on for 25 %; nothing is changed`,
    );
    expect((await readLive(commands.opened.store)).remotes[REMOTE]?.flags).toBeUndefined();
    expect((await run('flag', 'set', REMOTE, 'new-form', '25', '--why', 'try')).out).toBe(
      'mf-booking.new-form is on for 25 %',
    );
    expect((await readLive(commands.opened.store)).remotes[REMOTE]?.flags).toEqual({
      'new-form': 25,
    });
    expect((await run('flag', REMOTE)).out).toMatch(/^new-form +on for 25 %/);
    expect(await readRemote(commands.opened.store, REMOTE)).toMatchObject({
      flags: [{ flag: 'new-form', percent: 25, default: false, does: expect.any(String) }],
    });
    expect((await run('flag', 'set', REMOTE, 'new-form', 'on')).out).toMatch(/is on$/);
    expect((await run('flag', 'unset', REMOTE, 'new-form')).out).toMatch(/at its default$/);
    expect((await readLive(commands.opened.store)).remotes[REMOTE]?.flags).toBeUndefined();
    const entries = (await readAudit(commands.opened.store, REMOTE)).slice(-3);
    expect(entries).toMatchObject([
      { action: 'flag', flag: 'new-form', percent: 25, why: 'try' },
      { action: 'flag', flag: 'new-form', percent: 100 },
      { action: 'flag', flag: 'new-form' },
    ]);
    expect(entries.map((entry) => `${eventType(entry)}: ${describeEvent(entry)}`)).toEqual([
      expect.stringMatching(/^carry\.flag\.changed: the flag new-form .* on for 25 % .*: try\)$/),
      expect.stringMatching(/on for 100 %/),
      expect.stringMatching(/is back at its default/),
    ]);
  });

  test('is refused after a failed read of the release', async () => {
    const { store } = commands.opened;
    const [read, file] = [store.read.bind(store), /^mf-booking.*release/];
    store.read = async (path, maxBytes) =>
      file.test(path) ? Promise.reject(new Error('socket hang up')) : read(path, maxBytes);
    const flag = { flag: 'new-form', percent: 25, why: 'try' };
    await expect(setFlag(store, REMOTE, flag)).rejects.toThrow('socket hang up');
  });

  test('refuses an unknown flag and a malformed value', async () => {
    expect(await run('flag', 'set', REMOTE, 'new-from', 'on')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/did you mean 'new-form'/),
    });
    for (const value of ['101', 'yes', '-1', '2.5'])
      expect((await run('flag', 'set', REMOTE, 'new-form', '--', value)).code).toBe(2);
  });

  test('keeps a value that the live release no longer declares', async () => {
    await run('flag', 'set', REMOTE, 'new-form', 'on');
    await promote(commands.opened.store, REMOTE, {
      version: String(commands.versions[0]),
      why: 'back',
    });
    expect((await run('flag', 'list', REMOTE)).out).toMatch(/not declared by a served release/);
    expect((await run('flag', 'unset', REMOTE, 'new-form')).code).toBe(0);
  });
});

describe('declared flags', () => {
  prepareBench();

  test.each([
    ["{ 'New Form': { default: false, does: 'x' } }"],
    ["{ 'new-form': true }"],
    ["{ 'new-form': { default: false, does: '' } }"],
    ['[1]'],
  ])('are refused if malformed: %s', async (flags) => {
    await expect(release(commands.opened.store, withFlags(flags))).rejects.toThrow(
      /its feature flags are malformed/,
    );
  });
});

describe('flags of a signed remote', () => {
  prepareService();

  test('are signed by the team and checked by the server', async () => {
    const store = openStore(await startService(), booking);
    await release(store, withFlags(NEW_FORM));
    await setFlag(store, REMOTE, { flag: 'new-form', percent: 30, why: 'try' });
    const live = await readLive(bench.behind);
    expect(readPointer(REMOTE, live, { trust: trust() })).toMatchObject({
      pointer: { flags: { 'new-form': 30 } },
      ignored: [],
    });
    expect((await readAudit(bench.behind)).at(-1)).toMatchObject({
      action: 'flag',
      flag: 'new-form',
      percent: 30,
      who: `key ${booking.id}`,
    });
    await release(store, numbered(1));
    expect((await readLive(bench.behind)).remotes[REMOTE]?.flags).toEqual({ 'new-form': 30 });
  });

  test('are ignored without the signature', async () => {
    const store = openStore(await startService(), booking);
    await release(store, withFlags(NEW_FORM));
    const forged = await readLive(bench.behind);
    Object.assign(forged.remotes[REMOTE] ?? {}, { flags: { 'new-form': 100 } });
    expect(readPointer(REMOTE, forged, { trust: trust() })).toMatchObject({
      pointer: { flags: undefined },
      ignored: [`the feature flags of ${REMOTE} differ from the signed ones`],
    });
  });
});

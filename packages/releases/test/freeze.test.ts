import { afterEach, describe, expect, test, vi } from 'vitest';
import { advanceRollout, startRollout } from '../src/index';
import { addFreeze, findFreeze } from '../src/pointers/freeze';
import { readSite } from '../src/pointers/site';
import { bench, prepareBench, run } from './cli-bench';

prepareBench();
const REMOTE = 'mf-booking';
const HOUR_MS = 60 * 60_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

afterEach(() => void vi.unstubAllEnvs());

describe('a freeze', () => {
  test.each([['mf-booking'], [undefined]])('of %s stops starts and steps', async (remote) => {
    const { store } = bench.opened;
    const version = String(bench.versions[0]);
    await startRollout(store, REMOTE, { version, why: 'new' });
    const scope = remote ? [remote] : [];
    const added = await run('freeze', 'add', ...scope, '--until', at(2), '--why', 'finals');
    expect(added.out).toMatch(/no rollout of (mf-booking|all remotes) starts or rises/);
    const step = { version, step: 0, why: 'not worse' };
    await expect(advanceRollout(store, REMOTE, step)).rejects.toThrow(/frozen until .*: finals/);
    expect((await run('rollout', 'status', REMOTE)).out).toMatch(
      /5 % .*: frozen until .*: finals$/,
    );
    expect(await run('rollout', 'approve', REMOTE)).toMatchObject({ code: 1 });
    expect((await run('freeze')).out).toMatch(/finals/);
    expect((await run('rollout', 'abort', REMOTE, '--why', 'wrong')).code).toBe(0);
    expect(await run('rollout', 'start', REMOTE, version)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/rollouts of mf-booking are frozen until/),
    });
    expect((await run('freeze', 'remove', ...scope)).code).toBe(0);
    expect((await run('rollout', 'start', REMOTE, version)).code).toBe(0);
  });

  test('refuses a rollout before the build', async () => {
    await addFreeze(bench.opened.store, REMOTE, {
      ...{ window: { from: at(-1), until: at(2), why: 'finals' }, why: 'finals' },
    });
    expect(await run('publish', REMOTE, '--rollout')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/rollouts of mf-booking are frozen until .*: finals/),
    });
    expect(bench.built).toBe(0);
  });

  test('holds only within its time, and only its remote', async () => {
    const { store } = bench.opened;
    const window = { from: at(1), until: at(2), why: 'finals' };
    await addFreeze(store, REMOTE, { window, why: 'finals' });
    const site = await readSite(store);
    const during = Date.now() + 1.5 * HOUR_MS;
    expect(findFreeze(site, REMOTE)).toBeNull();
    expect(findFreeze(site, REMOTE, during)).toEqual(window);
    expect(findFreeze(site, REMOTE, Date.parse(window.until))).toBeNull();
    expect(findFreeze(site, 'mf-account', during)).toBeNull();
  });

  test.each([
    [[], /needs --until/],
    [['--until', 'friday'], /must be a time/],
    [['--until', 'Dec 5 2036 08:00'], /must be a time/],
    [['--until', '2036-13-05'], /must be a time/],
    [['--until', at(-1)], /ends before it begins/],
  ])('refuses %j', async (flags, message) => {
    expect(await run('freeze', 'add', REMOTE, ...flags)).toMatchObject({
      code: 2,
      err: expect.stringMatching(message),
    });
  });

  test.each([
    ['2036-12-05', '2036-12-05T00:00:00.000Z'],
    ['2036-12-05T08:00', '2036-12-05T08:00:00.000Z'],
    ['2036-12-05T08:00:30', '2036-12-05T08:00:30.000Z'],
    ['2036-12-05T08:00+02:00', '2036-12-05T06:00:00.000Z'],
  ])('reads %s in UTC or its offset', async (text, until) => {
    vi.stubEnv('TZ', 'America/New_York');
    await run('freeze', 'add', REMOTE, '--until', text);
    const { owners } = (await readSite(bench.opened.store)) ?? {};
    expect(owners?.[REMOTE]?.freezes).toMatchObject([{ until }]);
  });

  test('ends alone with its end', async () => {
    const [first, second] = ['2036-12-05', '2036-12-24T08:00Z'];
    for (const until of [first, second]) await run('freeze', 'add', REMOTE, '--until', until);
    const ends = async () =>
      (await readSite(bench.opened.store))?.owners[REMOTE]?.freezes?.map(({ until }) => until);
    expect(await run('freeze', 'remove', REMOTE, '--until', '2036-12-06')).toMatchObject({
      code: 1,
      err: expect.stringContaining('the freezes end at: 2036-12-05T00:00:00.000Z, 2036-12-24T08'),
    });
    const { out } = await run('freeze', 'remove', REMOTE, '--until', first);
    expect(out).toBe(`the freeze of ${REMOTE} until 2036-12-05T00:00:00.000Z has ended`);
    expect(await ends()).toEqual(['2036-12-24T08:00:00.000Z']);
    await run('freeze', 'remove', REMOTE);
    expect(await ends()).toEqual([]);
  });

  test('of an unknown remote is refused', async () => {
    expect(await run('freeze', 'add', 'mf-nothing', '--until', at(1))).toMatchObject({ code: 1 });
  });
});

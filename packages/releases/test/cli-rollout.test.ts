import { afterEach, describe, expect, test, vi } from 'vitest';
import { flagTable } from '../src/cli/flags';
import { advanceRollout, announceRollout, holdRollout, readLive } from '../src/index';
import { createPlan } from '../src/pointers/rollout';
import { bench, prepareBench, run } from './cli-bench';

prepareBench();
const REMOTE = 'mf-booking';
const start = (...more: string[]) =>
  run('rollout', 'start', REMOTE, String(bench.versions[0]), ...more);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Answers for the status of a site. */
function answerStatus(status: object): void {
  vi.stubGlobal('fetch', async () => Response.json({ uptimeSeconds: 1, releases: [], ...status }));
  vi.stubEnv('STATUS_TOKEN', 'secret');
}

describe('releases rollout', () => {
  test('starts, pauses, resumes, approves and aborts', async () => {
    expect((await start('--steps', '10,100', '--minutes', '5', '--views', '7')).out).toMatch(
      /10 % \(step 1 of 2\): 100 % after 5 minutes and 7 page views$/,
    );
    expect((await run('list', REMOTE)).out).toMatch(/ {2}rollout \S+ 10 % \(step 1 of 2\)/);
    expect((await run('rollout', 'pause', REMOTE, '--why', 'weekend')).out).toMatch(/: paused$/);
    expect(await run('rollout', 'approve', REMOTE)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/releases rollout resume mf-booking/),
    });
    expect((await run('rollout', 'resume', REMOTE)).code).toBe(0);
    expect((await run('rollout', 'approve', REMOTE)).out).toMatch(
      /100 % \(step 2 of 2\): 100 % for at least 5 minutes and 7 page views$/,
    );
    expect(await run('rollout', 'approve', REMOTE)).toMatchObject({ code: 1 });
    expect((await run('rollout', 'abort', REMOTE)).code).toBe(2);
    expect((await run('rollout', 'abort', REMOTE, '--why', 'wrong text')).out).toMatch(/ 0 %$/);
    expect(await run('rollout', 'status', REMOTE)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/has no rollout/),
    });
  });

  test('explains the page views of the default plan', () => {
    const { help } = flagTable.views;
    const [, few, first, many] = /Default: (\d+) at 100 % and (.+), else (\d+)\.$/.exec(help) ?? [];
    expect(first).toBe('for the first of three or more steps');
    const getViews = (...percents: number[]) =>
      createPlan(percents.length > 0 ? percents : undefined).steps.map(({ views }) => views);
    const [low, high] = [Number(few), Number(many)];
    expect(getViews()).toEqual([low, high, high, low]);
    expect(getViews(10, 50)).toEqual([high, high]);
    expect(getViews(10, 50, 90)).toEqual([low, high, high]);
  });

  test.each([
    [[], [500, 2000, 2000, 500]],
    [
      ['--steps', '10,100'],
      [2000, 500],
    ],
    [
      ['--steps', '10,50,100', '--views', '80'],
      [80, 80, 80],
    ],
  ])('plans page views of each step: %j', async (options, views) => {
    await start(...options);
    const { rollout } = (await readLive(bench.opened.store)).remotes[REMOTE]?.canary ?? {};
    expect(rollout?.steps.map((step) => step.views)).toEqual(views);
  });

  test('lists the commands that require a reason', async () => {
    const { out } = await run('rollout', 'abort', '--help');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('rollout abort require it');
  });

  test('shows the step that a site raised', async () => {
    await start();
    const { store } = bench.opened;
    const version = String(bench.versions[0]);
    await advanceRollout(store, REMOTE, { version, step: 0, why: 'not worse' });
    const { out } = await run('rollout', 'status', REMOTE, '--json');
    expect(JSON.parse(out)).toMatchObject({ canary: { percent: 25, rollout: { step: 1 } } });
  });

  test('shows why a rollout is held, and the commands that decide', async () => {
    await start();
    const { store } = bench.opened;
    const { revision: liveRevision } = await readLive(store);
    const hold = { remote: REMOTE, version: String(bench.versions[0]), percent: 5, liveRevision };
    await holdRollout(store, { ...hold, why: 'LCP is above 2000 ms' });
    const { out } = await run('rollout', 'status', REMOTE);
    expect(out).toMatch(/\(step 1 of 4\): held\nheld since 20\S+Z until you decide: LCP is above/);
    expect(out).toContain(`releases rollout approve ${REMOTE}`);
    await run('rollout', 'approve', REMOTE);
    expect((await run('rollout', 'status', REMOTE)).out).not.toContain('held');
  });

  test('names the commands for a hold at the last step', async () => {
    await start();
    const { store } = bench.opened;
    const version = String(bench.versions[0]);
    const { steps = [] } = (await readLive(store)).remotes[REMOTE]?.canary?.rollout ?? {};
    for (const step of steps.keys())
      await advanceRollout(store, REMOTE, { version, step, why: 'not worse' });
    const { revision: liveRevision } = await readLive(store);
    const hold = { remote: REMOTE, version, percent: 100, liveRevision };
    await holdRollout(store, { ...hold, why: 'LCP is above 2000 ms' });
    const { out } = await run('rollout', 'status', REMOTE);
    expect(out).toContain(`releases promote ${REMOTE} ${version}  makes it live`);
    expect(out).not.toContain('rollout approve');
    expect(out).toContain('sites judge its failures, not its speed');
  });

  test('asks for no approval of a held rollout', async () => {
    await start();
    const { store } = bench.opened;
    const { revision: liveRevision } = await readLive(store);
    const about = { remote: REMOTE, version: String(bench.versions[0]), percent: 5, liveRevision };
    await announceRollout(store, { ...about, action: 'rollout-waiting', why: 'not worse' });
    const read = async () => [
      (await run('rollout', 'status', REMOTE)).out,
      (await run('status', REMOTE)).out,
    ];
    for (const out of await read()) expect(out).toContain('waits for approval');
    await holdRollout(store, { ...about, why: 'LCP is above 2000 ms' });
    for (const out of await read()) expect(out).not.toContain('waits for approval');
  });

  test('shows the last step until sites announce its end', async () => {
    await start('--steps', '10,95');
    const { store } = bench.opened;
    const version = String(bench.versions[0]);
    await advanceRollout(store, REMOTE, { version, step: 0, why: 'not worse' });
    answerStatus({ rollouts: [{ remote: REMOTE, version, step: 1, minutes: 12, views: 120 }] });
    const so = '120 of 2,000 views from different networks, 12 of 30 minutes';
    expect((await run('rollout', 'status', REMOTE)).out).toBe(
      `${REMOTE}@${version} 95 % (step 2 of 2): 95 % for at least 30 minutes and 2000 page views\nso far: ${so}`,
    );
    expect((await run('rollout', 'approve', REMOTE)).err).toMatch(/is at its last step \(95 %\)/);
    const { revision: liveRevision } = await readLive(store);
    const about = { remote: REMOTE, version, percent: 95, liveRevision };
    await announceRollout(store, { ...about, action: 'rollout-finished', why: 'not worse' });
    expect((await run('rollout', 'status', REMOTE)).out).toBe(
      `${REMOTE}@${version} 95 % (step 2 of 2): finished; promote it to make it live`,
    );
    expect((await run('status', REMOTE)).out).toContain(
      `\nthe rollout of ${REMOTE} is finished: releases promote ${REMOTE} ${version}`,
    );
  });

  test('shows how far the step is', async () => {
    await start();
    const about = { remote: REMOTE, version: String(bench.versions[0]) };
    answerStatus({ rollouts: [{ ...about, step: 0, minutes: 12, views: 1120 }] });
    const so = '1,120 of 500 views from different networks, 12 of 30 minutes';
    expect((await run('rollout', 'status', REMOTE)).out).toContain(`\nso far: ${so}`);
    expect((await run('status', REMOTE)).out).toContain(
      `\nthe step of the rollout of ${REMOTE} has ${so}\n`,
    );
    answerStatus({ rollouts: [{ ...about, step: 1, minutes: 12, views: 1120 }] });
    expect((await run('rollout', 'status', REMOTE)).out).not.toContain('so far');
  });

  test('shows no progress of a site that does not report it', async () => {
    await start();
    answerStatus({});
    expect((await run('rollout', 'status', REMOTE)).out).toMatch(/500 page views$/);
  });

  test.each([
    ['rollout', ['rollout', 'start', REMOTE], []],
    ['canary', ['canary', REMOTE], ['--percent', '20']],
  ])('starts no %s in place of another canary without --replace', async (_, command, more) => {
    const [other = ''] = bench.versions;
    const published = await run('publish', REMOTE, '--percent', '10', '--json');
    const { version } = JSON.parse(published.out) as { version: string };
    expect(await run(...command, other, ...more)).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        new RegExp(`canary ${REMOTE} ${version} --percent 0\\), or add --replace`),
      ),
    });
    const read = async () => (await readLive(bench.opened.store)).remotes[REMOTE]?.canary;
    expect(await read()).toMatchObject({ version, percent: 10 });
    expect((await run(...command, other, ...more, '--replace')).code).toBe(0);
    expect(await read()).toMatchObject({ version: other });
  });

  test('makes a rollout of the canary that runs', async () => {
    const version = String(bench.versions[0]);
    await run('canary', REMOTE, version, '--percent', '10');
    expect((await start()).code).toBe(0);
  });

  test('refuses a first step of 100 %', async () => {
    expect(await start('--steps', '100')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/publish without --rollout/),
    });
  });

  test.each([['5,5'], ['50,25'], ['0,5'], ['5,101'], ['a'], ['']])(
    'refuses the steps %j',
    async (steps) => {
      expect((await start('--steps', steps)).code).toBe(2);
    },
  );
});

describe('releases publish --rollout', () => {
  test('starts a rollout of the new release', async () => {
    expect((await run('publish', REMOTE, '--rollout', '--approve')).out).toMatch(
      /goes to 5 % of the visitors$/,
    );
    expect((await readLive(bench.opened.store)).remotes[REMOTE]?.canary).toMatchObject({
      percent: 5,
      rollout: { approve: true, step: 0 },
    });
    expect(await run('publish', REMOTE, '--rollout')).toMatchObject({
      code: 3,
      err: expect.stringMatching(/is rolling out/),
    });
  });

  test.each([
    [['--rollout', '--percent', '5']],
    [['--rollout', '--channel', 'pr-1']],
    [['--steps', '5,100']],
  ])('refuses %j', async (flags) => {
    expect((await run('publish', REMOTE, ...flags)).code).toBe(2);
  });
});

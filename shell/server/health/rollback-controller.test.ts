import type { LivePointer } from '@carry/contracts/release';
import { describe, expect, test, vi } from 'vitest';
import type { Suspicion } from './health';
import { RollbackController, type RollbackDependencies } from './rollback-controller';

const remote = 'mf-booking';
const [live, before, oldest, canary] = ['a', 'b', 'c', 'd'].map(
  (digit) => `1.0.0-${digit.repeat(12)}`,
) as [string, string, string, string];
const pointer: LivePointer = { version: live, history: [before, oldest] };
const suspicion: Suspicion = {
  kind: 'render',
  remote,
  version: live,
  why: 'it failed',
  pages: ['/booking/1'],
  widespread: false,
};

function refereeOf(bench: Partial<RollbackDependencies> = {}) {
  const lines: string[] = [];
  const verdicts: object[] = [];
  const referee = new RollbackController({
    pointerOf: () => pointer,
    inspect: async () => null,
    render: async () => null,
    quarantine: async (_, verdict) => void verdicts.push(verdict),
    log: (line) => void lines.push(line),
    ...bench,
  });
  return { referee, lines, verdicts };
}

/** Renders that fail with these releases. */
const failing =
  (...versions: string[]): RollbackDependencies['render'] =>
  async (_, version) =>
    versions.includes(version) ? 'boom' : null;

test('a release that fails where the one before works is left, one step back', {
  tags: ['@fault-11.18'],
}, async () => {
  const { referee, verdicts, lines } = refereeOf({ render: failing(live) });
  await referee.suspect(suspicion);
  expect(verdicts).toEqual([{ version: live, why: 'it failed', to: before }]);
  expect(lines).toEqual([
    `${remote}@${live} is failing, falling back to the release before: it failed`,
  ]);
});

test('a failure that both releases share is the API’s, and is reported as such', {
  tags: ['@fault-11.18'],
}, async () => {
  const { referee, verdicts, lines } = refereeOf({ render: failing(live, before) });
  await referee.suspect(suspicion);
  expect(verdicts).toEqual([]);
  expect(lines.join()).toMatch(
    /is not left, because the release before fails too: \/booking\/1 fails with .* as well \(boom\), so look at the API/,
  );
  expect([...referee.findings]).toEqual([[`${remote} shared`, 1]]);
});

test('what works when tried alone is not left, whatever many pages reported under load', async () => {
  const { referee, verdicts } = refereeOf();
  await referee.suspect(suspicion);
  expect(verdicts).toEqual([]);
  expect([...referee.findings]).toEqual([[`${remote} unconfirmed`, 1]]);
});

test('one failure of two is chance, and a release before that fails once is no place to go', async () => {
  for (const unsteady of [live, before]) {
    let asked = 0;
    const render: RollbackDependencies['render'] = async (_, version) => {
      if (version !== unsteady) return unsteady === before ? 'boom' : null;
      asked++;
      return asked === 1 ? 'boom' : null;
    };
    const { referee, verdicts } = refereeOf({ render });
    await referee.suspect(suspicion);
    expect(verdicts).toEqual([]);
  }
});

test('never twice without a person, and never without a release before it', {
  tags: ['@fault-11.18'],
}, async () => {
  for (const state of [
    { ...pointer, rolledBack: true },
    { version: live, history: [] },
  ]) {
    const { referee, verdicts, lines } = refereeOf({
      pointerOf: () => state,
      render: failing(live),
    });
    await referee.suspect(suspicion);
    await referee.damaged(remote, live, 'a file lacks');
    expect(verdicts).toEqual([]);
    expect(lines.join()).toMatch(/a person must decide/);
  }
});

test('a release that is not served is not looked at: not live, or in quarantine already', async () => {
  const quarantine = { [live]: { who: 'shell', at: '2026-01-01T00:00:00Z', why: 'x' } };
  for (const state of [undefined, { ...pointer, version: oldest }, { ...pointer, quarantine }]) {
    const { referee, lines } = refereeOf({ pointerOf: () => state, render: failing(live) });
    await referee.suspect(suspicion);
    expect(lines).toEqual([]);
  }
});

test('browsers that cannot load a release are believed only if the release before is intact and works', async () => {
  const load = { ...suspicion, kind: 'load' as const, widespread: true };
  const convinced = refereeOf();
  await convinced.referee.suspect(load);
  expect(convinced.verdicts).toEqual([{ version: live, why: 'it failed', to: before }]);
  for (const bench of [
    { render: failing(before) },
    { inspect: async (_: string, version: string) => (version === before ? 'lacks' : null) },
  ]) {
    const { referee, verdicts } = refereeOf(bench);
    await referee.suspect(load);
    expect(verdicts).toEqual([]);
  }
});

test('damage counts if the store shows it again, and shows none in the release before', async () => {
  const damagedIn = (...versions: string[]) => ({
    inspect: async (_: string, version: string) => (versions.includes(version) ? 'lacks x' : null),
  });
  const cases: [string[], number][] = [
    [[live], 1],
    [[], 0],
    [[live, before], 0],
  ];
  for (const [damaged, left] of cases) {
    const { referee, verdicts } = refereeOf(damagedIn(...damaged));
    await referee.damaged(remote, live, 'lacks x');
    expect(verdicts).toHaveLength(left);
  }
  const { referee, verdicts, lines } = refereeOf({
    inspect: () => Promise.reject(new Error('the store is gone')),
  });
  await referee.damaged(remote, live, 'lacks x');
  expect(verdicts).toEqual([]);
  expect(lines.join()).toMatch(/could not be judged: the store is gone/);
});

test('a canary is compared with the live release, and goes nowhere', async () => {
  const state = {
    ...pointer,
    canary: { version: canary, percent: 10, takenBack: false },
    rolledBack: true,
  };
  const { referee, verdicts } = refereeOf({ pointerOf: () => state, render: failing(canary) });
  await referee.suspect({ ...suspicion, version: canary });
  expect(verdicts).toEqual([{ version: canary, why: 'it failed' }]);
  const shared = refereeOf({ pointerOf: () => state, render: failing(canary, live) });
  await shared.referee.suspect({ ...suspicion, version: canary });
  expect(shared.verdicts).toEqual([]);
});

describe('a canary that browsers complain of', () => {
  const state = { ...pointer, canary: { version: canary, percent: 50, takenBack: false } };
  const complaint = { ...suspicion, kind: 'canary' as const, version: canary };
  const judge = async (bench: Partial<RollbackDependencies>, widespread: boolean) => {
    const { referee, verdicts, lines } = refereeOf({ pointerOf: () => state, ...bench });
    await referee.suspect({ ...complaint, widespread });
    return { verdicts, lines: lines.join() };
  };

  test('stays while it works when tried and few networks complain', {
    tags: ['@fault-11.18'],
  }, async () => {
    const { verdicts, lines } = await judge({}, false);
    expect(verdicts).toEqual([]);
    expect(lines).toContain('a person must decide: it failed, but it works when tried alone');
  });

  test('ends if it fails when tried and the live release works', async () => {
    expect((await judge({ render: failing(canary) }, false)).verdicts).toHaveLength(1);
  });

  test('ends if most of its networks complain and the live release works', async () => {
    expect((await judge({}, true)).verdicts).toEqual([{ version: canary, why: 'it failed' }]);
  });

  test('stays if the live release fails as well', async () => {
    expect((await judge({ render: failing(canary, live) }, true)).verdicts).toEqual([]);
    expect((await judge({ render: failing(live) }, true)).verdicts).toEqual([]);
  });
});

test('many suspicions at once are one look, and the next comes after a while', async () => {
  vi.useFakeTimers({ now: 0 });
  const render = vi.fn(async () => null);
  const { referee } = refereeOf({ render });
  await Promise.all(Array.from({ length: 300 }, () => referee.suspect(suspicion)));
  expect(render).toHaveBeenCalledTimes(4);
  await referee.suspect(suspicion);
  expect(render).toHaveBeenCalledTimes(4);
  vi.setSystemTime(31_000);
  await referee.suspect(suspicion);
  expect(render).toHaveBeenCalledTimes(8);
  vi.useRealTimers();
});

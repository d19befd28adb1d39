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

function newController(dependencies: Partial<RollbackDependencies> = {}) {
  const lines: string[] = [];
  const quarantined: object[] = [];
  const controller = new RollbackController({
    getPointer: () => pointer,
    inspect: async () => null,
    tryPage: async () => ({ error: null, ms: 20 }),
    quarantine: async (_, release) => void quarantined.push(release),
    log: (line) => void lines.push(line),
    ...dependencies,
  });
  return { controller, lines, quarantined };
}

const failing =
  (...versions: string[]): RollbackDependencies['tryPage'] =>
  async (_, version) =>
    versions.includes(version) ? { error: 'boom', ms: null } : { error: null, ms: 20 };

describe('RollbackController', () => {
  test('rolls back one step if the previous release works', {
    tags: ['@fault-11.18'],
  }, async () => {
    const { controller, quarantined, lines } = newController({ tryPage: failing(live) });
    await controller.suspect(suspicion);
    expect(quarantined).toEqual([{ version: live, why: 'it failed', to: before }]);
    expect(lines).toEqual([
      `${remote}@${live} failed; rolled back to the previous release: it failed`,
    ]);
  });

  test('blames the API if the previous release fails too', {
    tags: ['@fault-11.18'],
  }, async () => {
    const { controller, quarantined, lines } = newController({ tryPage: failing(live, before) });
    await controller.suspect(suspicion);
    expect(quarantined).toEqual([]);
    expect(lines.join()).toMatch(
      /not rolled back: the previous release fails too: \/booking\/1 also fails with .* \(boom\); check the API/,
    );
    expect([...controller.decisions]).toEqual([[`${remote} shared`, 1]]);
  });

  test('keeps a release that renders on its own', async () => {
    const { controller, quarantined } = newController();
    await controller.suspect(suspicion);
    expect(quarantined).toEqual([]);
    expect([...controller.decisions]).toEqual([[`${remote} unconfirmed`, 1]]);
  });

  test('ignores intermittent failures', async () => {
    for (const unsteady of [live, before]) {
      let renders = 0;
      const tryPage: RollbackDependencies['tryPage'] = async (_, version) => {
        const fails = version === unsteady ? ++renders === 1 : unsteady === before;
        return fails ? { error: 'boom', ms: null } : { error: null, ms: 20 };
      };
      const { controller, quarantined } = newController({ tryPage });
      await controller.suspect(suspicion);
      expect(quarantined).toEqual([]);
    }
  });

  test('needs an operator without a predecessor or after a rollback', {
    tags: ['@fault-11.18'],
  }, async () => {
    for (const state of [
      { ...pointer, rolledBack: true },
      { version: live, history: [] },
    ]) {
      const { controller, quarantined, lines } = newController({
        getPointer: () => state,
        tryPage: failing(live),
      });
      await controller.suspect(suspicion);
      await controller.damaged(remote, live, 'a file lacks');
      expect(quarantined).toEqual([]);
      expect(lines.join()).toMatch(/an operator must decide/);
    }
  });

  test('skips releases that are not served', async () => {
    const quarantine = { [live]: { who: 'shell', at: '2026-01-01T00:00:00Z', why: 'x' } };
    for (const state of [undefined, { ...pointer, version: oldest }, { ...pointer, quarantine }]) {
      const { controller, lines } = newController({
        getPointer: () => state,
        tryPage: failing(live),
      });
      await controller.suspect(suspicion);
      expect(lines).toEqual([]);
    }
  });

  test('leaves to an operator what only browsers see', { tags: ['@fault-11.18'] }, async () => {
    const { controller, quarantined, lines } = newController();
    await controller.suspect({ ...suspicion, kind: 'load' });
    expect(quarantined).toEqual([]);
    expect([...controller.decisions]).toEqual([[`${remote} person`, 1]]);
    expect(lines.join()).toContain('it failed, but its files are intact');
  });

  test.each(['load', 'canary'] as const)(
    'inspects the files of both releases: %s',
    async (kind) => {
      const [version, other] = kind === 'canary' ? [canary, live] : [live, before];
      const cases: [string[], string[]][] = [
        [[version], ['it failed: lacks x']],
        [[version, other], []],
        [[other], []],
      ];
      for (const [damaged, reasons] of cases) {
        const { controller, quarantined } = newController({
          getPointer: () => ({
            ...pointer,
            canary: { version: canary, percent: 10, takenBack: false },
          }),
          inspect: async (_, release) => (damaged.includes(release) ? 'lacks x' : null),
        });
        await controller.suspect({ ...suspicion, version, kind });
        expect(quarantined).toMatchObject(
          reasons.map((why) => ({ version, why, ...(kind === 'load' && { to: before }) })),
        );
      }
    },
  );

  test('confirms damage in the store before a rollback', async () => {
    const damagedIn = (...versions: string[]) => ({
      inspect: async (_: string, version: string) =>
        versions.includes(version) ? 'lacks x' : null,
    });
    const cases: [string[], number][] = [
      [[live], 1],
      [[], 0],
      [[live, before], 0],
    ];
    for (const [damaged, rollbacks] of cases) {
      const { controller, quarantined } = newController(damagedIn(...damaged));
      await controller.damaged(remote, live, 'lacks x');
      expect(quarantined).toHaveLength(rollbacks);
    }
    const { controller, quarantined, lines } = newController({
      inspect: () => Promise.reject(new Error('store unreachable')),
    });
    await controller.damaged(remote, live, 'lacks x');
    expect(quarantined).toEqual([]);
    expect(lines.join()).toMatch(/could not be checked: store unreachable/);
  });

  test('compares a canary with the live release', async () => {
    const state = {
      ...pointer,
      canary: { version: canary, percent: 10, takenBack: false },
      rolledBack: true,
    };
    const { controller, quarantined } = newController({
      getPointer: () => state,
      tryPage: failing(canary),
    });
    await controller.suspect({ ...suspicion, version: canary });
    expect(quarantined).toEqual([{ version: canary, why: 'it failed' }]);
    const shared = newController({ getPointer: () => state, tryPage: failing(canary, live) });
    await shared.controller.suspect({ ...suspicion, version: canary });
    expect(shared.quarantined).toEqual([]);
  });

  test('tries again although the clock stepped back', async () => {
    vi.useFakeTimers();
    const tryPage = vi.fn(failing());
    const { controller } = newController({ tryPage });
    await controller.suspect(suspicion);
    const { length } = tryPage.mock.calls;
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(60_000);
    await controller.suspect(suspicion);
    expect(tryPage.mock.calls.length).toBe(2 * length);
    vi.useRealTimers();
  });

  test('checks once, with a cooldown between checks', async () => {
    vi.useFakeTimers({ now: 0 });
    const tryPage = vi.fn(async () => ({ error: null, ms: 20 }));
    const { controller } = newController({ tryPage });
    await Promise.all(Array.from({ length: 300 }, () => controller.suspect(suspicion)));
    expect(tryPage).toHaveBeenCalledTimes(4);
    await controller.suspect(suspicion);
    expect(tryPage).toHaveBeenCalledTimes(4);
    vi.advanceTimersByTime(31_000);
    await controller.suspect(suspicion);
    expect(tryPage).toHaveBeenCalledTimes(8);
    vi.useRealTimers();
  });
});

describe('a canary with reported failures', () => {
  const state = { ...pointer, canary: { version: canary, percent: 50, takenBack: false } };
  const aboutCanary = { ...suspicion, kind: 'canary' as const, version: canary };
  const judge = async (dependencies: Partial<RollbackDependencies>, widespread: boolean) => {
    const { controller, quarantined, lines } = newController({
      getPointer: () => state,
      ...dependencies,
    });
    await controller.suspect({ ...aboutCanary, widespread });
    return { quarantined, lines: lines.join() };
  };

  test('stays if it renders and few networks report failures', {
    tags: ['@fault-11.18'],
  }, async () => {
    const { quarantined, lines } = await judge({}, false);
    expect(quarantined).toEqual([]);
    expect(lines).toContain('an operator must decide: it failed, but it works when tried alone');
  });

  test('ends if it fails to render and the live release works', async () => {
    expect((await judge({ tryPage: failing(canary) }, false)).quarantined).toHaveLength(1);
  });

  test('ends if most networks report failures and the live release works', async () => {
    expect((await judge({}, true)).quarantined).toEqual([{ version: canary, why: 'it failed' }]);
  });

  test('stays if the live release fails, too', async () => {
    expect((await judge({ tryPage: failing(canary, live) }, true)).quarantined).toEqual([]);
    expect((await judge({ tryPage: failing(live) }, true)).quarantined).toEqual([]);
  });
});

describe('a suspected canary that a person makes live or ends', () => {
  const running = { ...pointer, canary: { version: canary, percent: 50, takenBack: false } };
  const promoted = { version: canary, history: [live, before] };
  const ended = { ...pointer, canary: { version: canary, percent: 0, takenBack: false } };
  const widespread = { ...suspicion, kind: 'canary', version: canary, widespread: true } as const;

  test.each<[string, LivePointer]>([
    ['live', promoted],
    ['ended', ended],
  ])('is not judged once it is %s', async (_, state) => {
    const { controller, quarantined } = newController({ getPointer: () => state });
    await controller.suspect(widespread);
    expect([quarantined, [...controller.decisions]]).toEqual([[], []]);
  });

  test.each<[string, LivePointer]>([
    ['goes live', promoted],
    ['ends', ended],
  ])('stays if it %s during the trial', async (_, next) => {
    let state: LivePointer = running;
    const { controller, quarantined, lines } = newController({
      getPointer: () => state,
      async tryPage() {
        state = next;
        return { error: null, ms: 20 };
      },
    });
    await controller.suspect(widespread);
    expect([quarantined, [...controller.decisions]]).toEqual([[], [[`${remote} undecided`, 1]]]);
    expect(lines.join()).toContain('it failed, but it is no longer the canary');
  });

  test.each<[string, LivePointer]>([
    ['goes live', promoted],
    ['runs beside another live release', { ...running, version: before }],
  ])('stays if it %s before a late check', async (_, next) => {
    vi.useFakeTimers({ now: 0 });
    let state: LivePointer = running;
    const { controller, quarantined, lines } = newController({ getPointer: () => state });
    const first = controller.suspect({ ...suspicion, version: canary });
    await controller.suspect(widespread);
    await first;
    state = next;
    await vi.advanceTimersByTimeAsync(32_000);
    expect([controller.isTrying(remote), quarantined, lines.length]).toEqual([false, [], 1]);
    vi.useRealTimers();
  });
});

describe('a canary that is suspected after another check', () => {
  const state = { ...pointer, canary: { version: canary, percent: 50, takenBack: false } };
  const about = { ...suspicion, version: canary };

  test('is tried after the cooldown, and held not before', async () => {
    vi.useFakeTimers({ now: 0 });
    const { controller, quarantined } = newController({ getPointer: () => state });
    const first = controller.suspect(about);
    const widespread = { ...about, kind: 'canary' as const, widespread: true };
    await controller.suspect(widespread);
    await first;
    await controller.suspect(widespread);
    expect([controller.isTrying(remote), quarantined]).toEqual([true, []]);
    await vi.advanceTimersByTimeAsync(32_000);
    expect([controller.isTrying(remote), quarantined]).toMatchObject([false, [{}]]);
    vi.useRealTimers();
  });

  test('waits once for a check without proof', async () => {
    vi.useFakeTimers({ now: 0 });
    const { controller } = newController({ getPointer: () => state });
    await controller.suspect(about);
    const again = () => controller.suspect({ ...about, kind: 'canary' });
    await again();
    await vi.advanceTimersByTimeAsync(31_000);
    await again();
    expect(controller.isTrying(remote)).toBe(false);
    vi.useRealTimers();
  });
});

describe('a canary that renders late', () => {
  const state = { ...pointer, canary: { version: canary, percent: 50, takenBack: false } };
  const late = { ...suspicion, kind: 'canary' as const, version: canary, isLate: true };
  /** Tries the canary with these times in turn, the live release with 20 ms. */
  async function judge(times: (number | null)[]) {
    const tried: string[] = [];
    const { controller, quarantined, lines } = newController({
      getPointer: () => state,
      async tryPage(_, version, page) {
        tried.push(page);
        return { error: null, ms: version === canary ? (times.shift() ?? null) : 20 };
      },
    });
    await controller.suspect({ ...late, pages: ['/cs2?late'] });
    expect(new Set(tried)).toEqual(new Set(['/cs2?late']));
    return { quarantined, lines: lines.join() };
  }

  test('ends if it is late when tried, too', async () => {
    for (const times of [
      [1020, 1020, 1020, 175, 1020],
      [null, null, null, null, null], // beyond the deadline
    ]) {
      const { quarantined } = await judge(times);
      expect(quarantined).toEqual([{ version: canary, why: 'it failed' }]);
    }
  });

  test('delays no check of failures, and is tried once in ten minutes', async () => {
    vi.useFakeTimers({ now: 0 });
    const tryPage = vi.fn(async () => ({ error: null, ms: 20 }));
    const { controller } = newController({ getPointer: () => state, tryPage });
    const tries = async (more: Partial<Suspicion>) => {
      tryPage.mockClear();
      await controller.suspect({ ...late, ...more });
      return tryPage.mock.calls.length;
    };
    expect(await tries({})).toBe(10);
    expect(await tries({ isLate: false })).toBe(4);
    vi.advanceTimersByTime(9 * 60_000);
    expect(await tries({})).toBe(0);
    vi.advanceTimersByTime(2 * 60_000);
    expect(await tries({})).toBe(10);
    vi.useRealTimers();
  });

  test('stays if only its server was busy', { tags: ['@fault-11.18'] }, async () => {
    for (const times of [
      [25, 25, 25, 25, 25],
      [1020, 1020, 1020, 1020, 25],
      [165, 165, 165, 165, 165],
    ]) {
      const { quarantined, lines } = await judge(times);
      expect(quarantined).toEqual([]);
      expect(lines).toContain('an operator must decide: it failed, but /cs2 is not late');
    }
  });
});

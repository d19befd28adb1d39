import type { LivePointer } from '@carry/contracts/release';
import { expect, test } from 'vitest';
import { RolloutController } from './rollout-controller';

const MINUTE_MS = 60_000;
const remote = 'mf-booking';
const version = '1.0.0-bbbbbbbbbbbb';
const steps = [5, 25, 100].map((percent) => ({ percent, minutes: 10, views: 100 }));

function createController(more: object = {}, pointerMore: Partial<LivePointer> = {}) {
  const state = {
    ...{ now: 0, views: 0, step: 0 },
    suspicion: null as string | null,
    freeze: null as string | null,
    hold: null as string | null,
    announced: [] as string[],
    ...{ holds: 0, paused: false, live: '1.0.0-aaaaaaaaaaaa', outage: false },
    ...{ revision: 1, asked: 0, isTrusted: true, isTrying: false, forgotten: 0 },
    ...{ decision: 1, comparison: 'first' },
    refusal: null as string | null,
    holdRefusal: null as string | null,
  };
  const lines: string[] = [];
  const controller = new RolloutController({
    pointers: () => ({
      [remote]: {
        version: state.live,
        history: [],
        canary: {
          version,
          percent: steps[state.step]?.percent ?? 0,
          takenBack: false,
          rollout: { steps, step: state.step, ...(state.paused && { paused: true }), ...more },
        },
        ...pointerMore,
      },
    }),
    getState: () => state,
    isTrying: () => state.isTrying,
    readDecisions: async () => {
      state.asked++;
      if (state.outage) throw new Error('the store is away');
      return { last: state.decision, comparison: state.comparison };
    },
    readHold: async () => {
      state.asked++;
      if (state.outage) throw new Error('the store is away');
      return state.hold;
    },
    hold: async ({ why }) => {
      state.holds++;
      if (state.holdRefusal) throw new Error(state.holdRefusal);
      if (state.isTrusted) state.hold = why;
    },
    announce: async ({ action, percent }) => {
      if (state.refusal) throw new Error(state.refusal);
      state.announced.push(`${action} ${percent}`);
    },
    forget: () => {
      state.forgotten++;
      state.suspicion = null;
    },
    revision: () => state.revision,
    getFreeze: () => state.freeze,
    advance: async (_, { step }) => {
      if (step === state.step) state.step++;
    },
    log: (line) => lines.push(line),
    now: () => state.now,
  });
  const pass = async (minutes: number, views: number) => {
    await controller.check();
    state.now += minutes * MINUTE_MS;
    state.views += views;
    await controller.check();
    return state.step;
  };
  return { controller, state, lines, pass };
}

test('raises a step after its least time and views', async () => {
  const { pass } = createController();
  expect(await pass(9, 500)).toBe(0);
  expect(await pass(1, 0)).toBe(1);
  expect(await pass(30, 99)).toBe(1);
  expect(await pass(0, 1)).toBe(2);
  expect(await pass(100, 1000)).toBe(2);
});

test('holds a step after a suspicion, and logs it once', async () => {
  const { pass, state, lines } = createController();
  state.suspicion = 'it failed on 9 of 120 pages';
  expect(await pass(60, 500)).toBe(0);
  expect(await pass(60, 500)).toBe(0);
  expect(lines).toEqual([`${remote}@${version} rollout held at 5 %: it failed on 9 of 120 pages`]);
});

test('holds no rollout whose canary is being tried', async () => {
  const { controller, pass, state, lines } = createController();
  Object.assign(state, { suspicion: 'LCP is above 2000 ms', isTrying: true });
  expect(await pass(60, 500)).toBe(0);
  expect([state.holds, lines]).toEqual([0, []]);
  state.isTrying = false;
  await controller.check();
  expect([state.step, state.holds]).toEqual([0, 1]);
});

test('keeps a suspicion in the store, once', async () => {
  const { pass, state } = createController();
  state.suspicion = 'LCP is above 2000 ms';
  await pass(60, 500);
  await pass(60, 500);
  expect([state.hold, state.holds]).toEqual(['LCP is above 2000 ms', 1]);
});

test('holds a step that another site suspects, also after a restart', async () => {
  const { pass, state, lines } = createController();
  state.hold = 'LCP is above 2000 ms';
  expect(await pass(60, 500)).toBe(0);
  expect(lines).toEqual([`${remote}@${version} rollout held at 5 %: LCP is above 2000 ms`]);
});

test('keeps a suspicion once although pointers change while the store is slow', async () => {
  const { controller, state } = createController();
  state.suspicion = 'LCP is above 2000 ms';
  let change = () => {};
  controller.start((listener) => {
    change = listener;
  });
  change();
  change();
  await expect.poll(() => state.holds).toBe(1);
  controller.close();
});

test('starts again once a person resumes it', async () => {
  const { controller, pass, state } = createController();
  state.suspicion = 'LCP is above 2000 ms';
  await pass(60, 500);
  state.paused = true;
  await controller.check();
  state.paused = false;
  Object.assign(state, { hold: null, revision: 3, decision: 3, comparison: '2' });
  expect(await pass(9, 500)).toBe(0);
  expect(await pass(1, 0)).toBe(1);
});

test('starts again once a person resumes it between two checks', async () => {
  const { pass, state } = createController();
  state.suspicion = 'LCP is above 2000 ms';
  await pass(60, 500);
  Object.assign(state, { hold: null, revision: 3, decision: 3, comparison: '2' });
  expect(await pass(9, 500)).toBe(0);
  expect(await pass(1, 0)).toBe(1);
});

test('judges the next step anew once a person approves it', async () => {
  const { pass, state } = createController();
  state.suspicion = 'LCP is above 2000 ms';
  await pass(60, 500);
  Object.assign(state, { step: 1, hold: null, revision: 2, decision: 2, comparison: '2' });
  expect(await pass(9, 500)).toBe(1);
  expect([state.suspicion, state.holds]).toEqual([null, 1]);
  expect(await pass(1, 0)).toBe(2);
});

test('holds beside a new live release for its own suspicion', async () => {
  const { pass, state } = createController();
  state.suspicion = 'LCP is above 2000 ms';
  await pass(60, 500);
  Object.assign(state, { live: '1.0.0-cccccccccccc', suspicion: null, revision: 2 });
  await pass(0, 0);
  Object.assign(state, { hold: null, revision: 3, decision: 3 });
  await pass(0, 0);
  state.suspicion = 'INP is above 500 ms';
  expect(await pass(60, 500)).toBe(0);
  const why = 'INP is above 500 ms';
  expect([state.suspicion, state.hold, state.holds]).toEqual([why, why, 2]);
});

test('asks the store again only after a change', async () => {
  const { controller, pass, state } = createController();
  state.suspicion = 'LCP is above 2000 ms';
  await pass(60, 500);
  const { asked } = state;
  await pass(60, 500);
  expect(state.asked).toBe(asked);
  state.revision = 2;
  await controller.check();
  expect(state.asked).toBe(asked + 1);
});

test('holds alone if other sites reject its key, until a person decides', async () => {
  const { pass, state, lines } = createController();
  Object.assign(state, { suspicion: 'LCP is above 2000 ms', isTrusted: false });
  expect(await pass(60, 500)).toBe(0);
  expect(await pass(60, 500)).toBe(0);
  expect([state.holds, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toContain('is held by this site alone: other sites do not accept its SITE_KEY');
  state.revision = 2; // of another remote
  expect(await pass(60, 500)).toBe(0);
  Object.assign(state, { revision: 4, decision: 4 }); // paused and resumed
  expect(await pass(9, 500)).toBe(0);
  expect(await pass(1, 0)).toBe(1);
});

test.each([
  ['resumes it', 0],
  ['approves it', 1],
])('forgets a suspicion that the store refused once a person %s', async (_, step) => {
  const { pass, state } = createController();
  Object.assign(state, { suspicion: 'LCP is above 2000 ms', holdRefusal: 'set SITE_KEY' });
  expect(await pass(60, 500)).toBe(0);
  Object.assign(state, { step, revision: 4, decision: 4 });
  expect(await pass(9, 500)).toBe(step);
  expect([state.suspicion, state.forgotten]).toEqual([null, 1]);
  expect(await pass(1, 0)).toBe(step + 1);
});

test('tries its hold again at a step that another site raised', async () => {
  const { pass, state } = createController();
  Object.assign(state, { suspicion: 'LCP is above 2000 ms', isTrusted: false });
  await pass(60, 500);
  Object.assign(state, { step: 1, revision: 2, isTrusted: true }); // with its key
  expect(await pass(60, 500)).toBe(1);
  expect([state.hold, state.forgotten]).toEqual(['LCP is above 2000 ms', 0]);
});

test.each([
  ['pauses and resumes it', 0],
  ['raises it', 1],
])('forgets its suspicion when a person %s, even without its own hold', async (_, step) => {
  const { controller, pass, state } = createController();
  state.hold = 'LCP is above 2000 ms'; // of another site
  await pass(60, 500);
  state.paused = true;
  await controller.check();
  state.suspicion = 'LCP is above 2000 ms';
  Object.assign(state, {
    step,
    paused: false,
    hold: null,
    revision: 3,
    decision: 3,
    comparison: '2',
  });
  expect(await pass(9, 500)).toBe(step);
  expect([state.suspicion, state.holds, state.forgotten]).toEqual([null, 0, 1]);
  expect(await pass(1, 0)).toBe(step + 1);
});

test('keeps its suspicion when a person raises a step without a hold', async () => {
  const { pass, state } = createController({ approve: true });
  await pass(10, 100);
  Object.assign(state, { step: 1, revision: 2, decision: 2, suspicion: 'LCP is above 2000 ms' });
  await pass(60, 500);
  expect([state.forgotten, state.holds]).toEqual([0, 1]);
});

test('keeps its suspicion when another site raises a step', async () => {
  const { pass, state } = createController();
  await pass(1, 10);
  Object.assign(state, { step: 1, revision: 2, suspicion: 'LCP is above 2000 ms' });
  await pass(60, 500);
  expect([state.step, state.forgotten, state.holds]).toEqual([1, 0, 1]);
});

test('counts a step from its start after another release went live', async () => {
  const { pass, state } = createController();
  expect(await pass(10, 500)).toBe(1);
  await pass(0, 0);
  Object.assign(state, { live: '1.0.0-cccccccccccc', views: 0 });
  expect(await pass(9, 100)).toBe(1);
  expect(await pass(1, 0)).toBe(2);
});

test.each([[null], ['LCP is above 2000 ms']])(
  'waits for the store during an outage: %s',
  async (suspicion) => {
    const { pass, state, lines } = createController();
    Object.assign(state, { suspicion, outage: true });
    expect(await pass(60, 500)).toBe(0);
    await pass(60, 500);
    expect(lines).toEqual([`${remote}@${version} rollout could not be checked: the store is away`]);
    expect(state.holds).toBe(0);
    state.outage = false;
    expect(await pass(0, 0)).toBe(suspicion ? 0 : 1);
    expect(state.hold).toBe(suspicion);
  },
);

test('reports how far a step is', async () => {
  const { controller, pass, state } = createController();
  expect(controller.getProgress()).toEqual([]);
  state.views = 70;
  await pass(10, 100);
  await pass(4, 30);
  state.now += MINUTE_MS / 2;
  const about = { remote, version, step: 1 };
  expect(controller.getProgress()).toEqual([{ ...about, minutes: 4, views: 30 }]);
  state.views = 0; // the comparison was forgotten
  expect(controller.getProgress()).toEqual([{ ...about, minutes: 4, views: 0 }]);
});

test('holds a step while rollouts are frozen', async () => {
  const { pass, state, lines } = createController();
  state.freeze = 'frozen until Monday: finals';
  expect(await pass(60, 500)).toBe(0);
  state.freeze = null;
  expect(await pass(0, 0)).toBe(1);
  expect(lines).toEqual([`${remote}@${version} rollout held at 5 %: frozen until Monday: finals`]);
});

test('holds a paused rollout', async () => {
  expect(await createController({ paused: true }).pass(60, 500)).toBe(0);
});

test('holds the rollout of a locked remote', async () => {
  const lock = { who: 'ops', at: new Date().toISOString(), why: 'hold' };
  expect(await createController({}, { lock }).pass(60, 500)).toBe(0);
});

test('announces once that a step waits for approval', async () => {
  const { pass, state, lines } = createController({ approve: true });
  state.refusal = 'set SITE_KEY';
  expect(await pass(60, 500)).toBe(0);
  state.refusal = null;
  expect(await pass(60, 500)).toBe(0);
  expect(await pass(60, 500)).toBe(0);
  expect(state.announced).toEqual(['rollout-waiting 5']);
  expect(lines).toEqual([
    expect.stringMatching(/approve mf-booking \(it cannot be announced: set SITE_KEY\)$/),
    `${remote}@${version} rollout waits for approval at 5 %: releases rollout approve ${remote}`,
  ]);
  state.step = 1;
  await pass(60, 500);
  expect(state.announced).toEqual(['rollout-waiting 5', 'rollout-waiting 25']);
});

test('announces once that the last step is done', async () => {
  const { pass, state } = createController();
  state.step = 2;
  await pass(9, 500);
  expect(state.announced).toEqual([]);
  await pass(1, 0);
  await pass(60, 500);
  expect(state.announced).toEqual(['rollout-finished 100']);
});

test('holds a suspect rollout at its last step', async () => {
  const { pass, state } = createController();
  Object.assign(state, { step: 2, suspicion: 'it failed on 90 of 120 pages' });
  await pass(60, 500);
  await pass(60, 500);
  expect([state.announced, state.holds]).toEqual([[], 1]);
});

test.each([
  ['no wait for approval', 0],
  ['no end', 2],
])('announces %s of a rollout that another site holds', async (_, step) => {
  const { pass, state, lines } = createController({ approve: true });
  Object.assign(state, { step, hold: 'LCP is above 2000 ms' });
  await pass(60, 500);
  expect(state.announced).toEqual([]);
  expect(lines).toEqual([expect.stringMatching(/rollout held at \d+ %: LCP is above 2000 ms$/)]);
});

test('logs once that the store refuses', async () => {
  const { controller, state, lines, pass } = createController();
  Object.assign(controller, {
    dependencies: {
      ...Reflect.get(controller, 'dependencies'),
      advance: () => Promise.reject(new Error('set SITE_KEY')),
    },
  });
  await pass(60, 500);
  await pass(60, 500);
  expect(state.step).toBe(0);
  expect(lines).toEqual([`${remote}@${version} rollout could not be raised to 25 %: set SITE_KEY`]);
});

test('continues at the step of the store in another process', async () => {
  const { pass, state } = createController();
  state.step = 1;
  state.views = 7000;
  expect(await pass(9, 500)).toBe(1);
  expect(await pass(1, 0)).toBe(2);
});

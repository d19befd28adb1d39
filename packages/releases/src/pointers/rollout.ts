import type { LiveDocument, LivePointer, Rollout, RolloutPlan } from '@carry/contracts/release';
import { findOtherCanary } from '../documents/version-history';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import type { Store } from '../stores/store';
import { assertNotFrozen } from './freeze';
import { type Change, changeLive } from './live';
import { assertNotQuarantined, assertServable, assertUnlocked } from './servable';

interface Reason extends Pick<Change, 'assertSeen'> {
  why: string;
  who?: string | undefined;
}

interface Start extends Reason {
  version: string;
  plan?: RolloutPlan | undefined;
  /** Default: true. False: refused while another release is a canary. */
  replace?: boolean | undefined;
  /** Versions of the shell's shared modules; default: those in site.json. */
  provided?: Record<string, string>;
}

const DEFAULT_STEPS = [5, 25, 50, 100];
const DEFAULT_MINUTES = 30;
/** Page views that find a release which often fails. */
const FIRST_VIEWS = 500;
/** Page views of each later step: 19 of 20 releases that fail on two points more of their pages do not reach 100 %. */
const LATER_VIEWS = 2000;

/** Returns a plan with these shares. `views` and `minutes` apply to all steps. */
export function createPlan(
  percents: readonly number[] = DEFAULT_STEPS,
  {
    minutes = DEFAULT_MINUTES,
    views,
  }: { minutes?: number | undefined; views?: number | undefined } = {},
): RolloutPlan {
  const isOnlyCompared = percents.length <= 2;
  const viewsAt = (percent: number, index: number) =>
    percent === 100 || (index === 0 && !isOnlyCompared) ? FIRST_VIEWS : LATER_VIEWS;
  return {
    steps: percents.map((percent, index) => ({
      ...{ percent, minutes },
      views: views ?? viewsAt(percent, index),
    })),
  };
}

type Canary = NonNullable<LivePointer['canary']>;
type RunningRollout = Canary & { rollout: Rollout };

const isRunning = (canary: LivePointer['canary']): canary is RunningRollout =>
  Boolean(canary?.rollout && canary.percent > 0);

/** Starts a rollout: a canary that sites raise step by step while it is not worse than the live release. */
export const startRollout = (
  store: Store,
  remote: string,
  { version, plan = createPlan(), replace = true, provided, ...reason }: Start,
): Promise<LiveDocument> =>
  changeLive(store, {
    remote,
    ...reason,
    async next(pointer, live) {
      assertUnlocked(remote, pointer);
      const [first] = plan.steps;
      if (!pointer || !first)
        throw new ReleaseRefused(
          `${remote} has no live release to compare a rollout with; publish it without --rollout first`,
        );
      if (pointer.version === version)
        throw new ReleaseRefused(`${remote}@${version} is live already`);
      assertNoRollout(remote, pointer);
      assertNotReplaced(remote, pointer, version);
      if (!replace) assertNoOtherCanary(remote, pointer, version);
      assertComparable(plan);
      assertNotQuarantined(remote, pointer, version);
      await assertNotFrozen(store, remote);
      await assertServable({ store, remote, version, live, provided });
      const rollout = { ...plan, step: 0 };
      return { ...pointer, canary: { version, percent: first.percent, takenBack: false, rollout } };
    },
  });

export function assertNoRollout(remote: string, pointer: LivePointer | undefined): void {
  const { canary } = pointer ?? {};
  if (isRunning(canary))
    throw new ReleaseConflict(
      `${remote}@${canary.version} is rolling out (${canary.percent} %); make it live (promote) or abort its rollout (rollout abort) first`,
    );
}

/** Throws {@link ReleaseConflict} if another release would go on replacing this one: its rollout runs, or it has all visitors. */
export function assertNotReplaced(
  remote: string,
  pointer: LivePointer | undefined,
  version: string,
): void {
  const { canary } = pointer ?? {};
  if (!canary || canary.version === version) return;
  assertNoRollout(remote, pointer);
  if (canary.percent === 100)
    throw new ReleaseConflict(
      `all visitors get the canary ${remote}@${canary.version}; make it live (promote) or end it (canary at 0 percent) first`,
    );
}

export function assertNoOtherCanary(
  remote: string,
  pointer: LivePointer | undefined,
  version: string,
): void {
  const canary = findOtherCanary(pointer, version);
  if (canary)
    throw new ReleaseConflict(
      `${remote}@${canary.version} is a canary for ${canary.percent} % of the visitors; end it first (canary ${remote} ${canary.version} --percent 0), or add --replace`,
    );
}

export function assertComparable({ steps }: Pick<RolloutPlan, 'steps'>): void {
  if (steps[0]?.percent === 100)
    throw new ReleaseRefused(
      'a rollout starts below 100 %, because sites compare it with the live release; publish without --rollout, or promote, to serve all visitors at once',
    );
  const isRising = steps.every(({ percent }, index) => percent > (steps[index - 1]?.percent ?? 0));
  if (!isRising)
    throw new ReleaseRefused(
      `the steps of a rollout rise, such as 5,25,50,100; these are ${steps.map(({ percent }) => percent).join(',')}`,
    );
}

interface Step extends Reason {
  version: string;
  /** Index of the step that it is raised from. */
  step: number;
}

/** Raises a rollout from this step to the next. Ignores a rollout that has moved, ended or been paused meanwhile. */
export const advanceRollout = (store: Store, remote: string, step: Step): Promise<LiveDocument> =>
  raise(store, remote, { ...step, ifChanged: () => null });

/** Like {@link advanceRollout}, but throws {@link ReleaseConflict} if the rollout has changed since a person saw this step. */
export const approveStep = (store: Store, remote: string, step: Step): Promise<LiveDocument> =>
  raise(store, remote, {
    ...step,
    ifChanged() {
      throw new ReleaseConflict(`the rollout of ${remote} changed meanwhile; look at it again`);
    },
  });

const raise = (
  store: Store,
  remote: string,
  { version, step, ifChanged, ...reason }: Step & { ifChanged(): null },
): Promise<LiveDocument> =>
  changeLive(store, {
    remote,
    ...reason,
    async next(pointer, live) {
      const { canary } = pointer ?? {};
      if (!pointer || !isRunning(canary) || canary.version !== version) return ifChanged();
      const { rollout } = canary;
      const next = rollout.steps[step + 1];
      if (rollout.step !== step || rollout.paused || !next) return ifChanged();
      assertUnlocked(remote, pointer);
      await assertNotFrozen(store, remote);
      await assertServable({ store, remote, version, live });
      const { revision: _, signature: __, ...plan } = rollout;
      return {
        ...pointer,
        canary: { ...canary, percent: next.percent, rollout: { ...plan, step: step + 1 } },
      };
    },
  });

function assertSameRollout(remote: string, canary: Canary, seen: string | undefined): void {
  if (seen !== undefined && canary.version !== seen)
    throw new ReleaseConflict(
      `the rollout of ${remote}@${seen} has ended; ${canary.version} is rolling out now`,
    );
}

/** With `version`, only the rollout of that release. */
export const setRolloutPaused = (
  store: Store,
  remote: string,
  { paused, version, ...reason }: Reason & { paused: boolean; version?: string | undefined },
): Promise<LiveDocument> =>
  changeLive(store, {
    remote,
    ...reason,
    next(pointer) {
      const { canary } = pointer ?? {};
      if (!pointer || !isRunning(canary)) throw new ReleaseRefused(`${remote} has no rollout`);
      assertSameRollout(remote, canary, version);
      assertUnlocked(remote, pointer);
      const { revision: _, signature: __, paused: was = false, ...plan } = canary.rollout;
      if (was === paused) return null;
      return { ...pointer, canary: { ...canary, rollout: { ...plan, ...(paused && { paused }) } } };
    },
  });

/** Ends a rollout: its release goes to 0 percent. With `version`, only the rollout of that release. */
export const abortRollout = (
  store: Store,
  remote: string,
  { version, ...reason }: Reason & { version?: string | undefined },
): Promise<LiveDocument> =>
  changeLive(store, {
    remote,
    ...reason,
    next(pointer) {
      const { canary } = pointer ?? {};
      if (!pointer || !isRunning(canary)) throw new ReleaseRefused(`${remote} has no rollout`);
      assertSameRollout(remote, canary, version);
      assertUnlocked(remote, pointer);
      return { ...pointer, canary: { version: canary.version, percent: 0, takenBack: false } };
    },
  });

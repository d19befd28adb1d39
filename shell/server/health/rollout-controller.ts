import type { RolloutProgress } from '@carry/contracts/console';
import type { LivePointer, Rollout } from '@carry/contracts/release';
import type { RolloutDecisions } from '@carry/releases';

const MINUTE_MS = 60_000;
const INTERVAL_MS = 5000;

export interface RolloutDependencies {
  pointers(): Record<string, LivePointer>;
  getState(remote: string, version: string): { views: number; suspicion: string | null };
  isTrying(remote: string): boolean;
  readDecisions(remote: string, version: string): Promise<RolloutDecisions>;
  /** Returns why any site holds the rollout of a release until a person decides, or null. */
  readHold(remote: string, version: string): Promise<string | null>;
  hold(hold: { remote: string; version: string; percent: number; why: string }): Promise<unknown>;
  /** Announces that a rollout waits for a person, unless a site has done so. */
  announce(notice: {
    remote: string;
    version: string;
    percent: number;
    action: 'rollout-waiting' | 'rollout-finished';
    why: string;
  }): Promise<unknown>;
  forget(remote: string): void;
  /** Returns the revision of the live document, which each decision of a person raises. */
  revision(): number;
  getFreeze(remote: string): string | null;
  /** Raises a rollout from this step to the next, unless it has changed meanwhile. Throws if the store refuses. */
  advance(
    remote: string,
    rollout: { version: string; step: number; why: string },
  ): Promise<unknown>;
  log(line: string): void;
  /** Monotonic time in ms. */
  now?(): number;
}

/** A step as this site saw it begin. Its own clock counts the minutes, so no other clock matters. */
interface SeenStep {
  /** Live release, version, step and whether it is paused. */
  key: string;
  version: string;
  step: number;
  at: number;
  views: number;
  logged: string;
  live: string;
  isHoldStored: boolean;
  isAnnounced: boolean;
  /** Other sites do not accept this site's hold. */
  isAlone: boolean;
  /** The store lacks a hold of this site for this version, because it refused it or other sites do not accept it. */
  isRefused: boolean;
  decisions: RolloutDecisions | undefined;
  /** Revision at which the store was last asked for it. */
  askedAt: number | null;
}

interface DueStep {
  remote: string;
  version: string;
  percent: number;
  plan: Rollout['steps'][number];
  next: Rollout['steps'][number] | undefined;
  rollout: Rollout;
  views: number;
}

type RolloutNotice = Parameters<RolloutDependencies['announce']>[0];
type Hold = Parameters<RolloutDependencies['hold']>[0];

const holdLine = ({ remote, version, percent, why }: Hold) =>
  `${remote}@${version} rollout held at ${percent} %: ${why}`;

/** Raises rollouts step by step, each after its least time and page views. The state is in the store, so another site can continue. */
export class RolloutController {
  private readonly seen = new Map<string, SeenStep>();
  private readonly now: () => number;
  private timer: ReturnType<typeof setInterval> | undefined;

  private readonly dependencies: RolloutDependencies;

  constructor(dependencies: RolloutDependencies) {
    this.dependencies = dependencies;
    this.now = dependencies.now ?? (() => performance.now());
  }

  start(onChange: (listener: () => void) => unknown): void {
    let isRunning = false;
    const checkAlone = async () => {
      if (isRunning) return;
      isRunning = true;
      await this.check().finally(() => {
        isRunning = false;
      });
    };
    onChange(() => void checkAlone());
    this.timer = setInterval(() => void checkAlone(), INTERVAL_MS).unref();
  }

  close = (): void => clearInterval(this.timer);

  getProgress(): RolloutProgress[] {
    return [...this.seen].map(([remote, { version, step, at, views }]) => ({
      ...{ remote, version, step },
      minutes: Math.floor((this.now() - at) / MINUTE_MS),
      views: Math.max(0, this.dependencies.getState(remote, version).views - views),
    }));
  }

  async check(): Promise<void> {
    const pointers = Object.entries(this.dependencies.pointers());
    for (const remote of this.seen.keys())
      if (!pointers.some(([name, { canary }]) => name === remote && canary?.rollout)) {
        this.seen.delete(remote);
        this.dependencies.forget(remote); // a person may start it again
      }
    for (const [remote, pointer] of pointers) {
      const { canary, lock } = pointer;
      if (canary?.rollout && canary.percent > 0 && !lock)
        await this.checkOne(remote, canary, pointer.version);
    }
  }

  private async checkOne(
    remote: string,
    canary: NonNullable<LivePointer['canary']>,
    live: string,
  ): Promise<void> {
    const { version, rollout } = canary;
    if (!rollout) return;
    const { steps, step, paused } = rollout;
    const key = `${live} ${version} ${step} ${paused === true}`;
    const begin = this.dependencies.getState(remote, version);
    const seen = this.findStep(remote, { key, live, version, step, views: begin.views });
    const plan = steps[step];
    const next = steps[step + 1];
    if (!plan || paused) return;
    const about = { remote, version, percent: plan.percent };
    try {
      await this.followDecisions(remote, seen);
    } catch (error) {
      const { message } = error as Error;
      this.logOnce(seen, `${remote}@${version} rollout could not be checked: ${message}`);
      return;
    }
    const { views, suspicion } = this.dependencies.getState(remote, version);
    if (suspicion === null)
      return this.checkDue(seen, { ...about, plan, next, rollout, views: views - seen.views });
    if (!this.dependencies.isTrying(remote)) await this.hold(seen, { ...about, why: suspicion });
  }

  /** Starts a step anew after a decision of a person. The comparison goes on, unless a hold was ended or the rollout started again. */
  private async followDecisions(remote: string, seen: SeenStep): Promise<void> {
    const revision = this.dependencies.revision();
    if (seen.askedAt === revision) return;
    const before = seen.decisions;
    const decisions = await this.dependencies.readDecisions(remote, seen.version);
    Object.assign(seen, { decisions, askedAt: revision });
    const isDecided = before !== undefined && decisions.last !== before.last;
    const isNew = before !== undefined && decisions.comparison !== before.comparison;
    if (isNew || (isDecided && seen.isRefused)) this.dependencies.forget(remote);
    if (!isDecided && !isNew) return;
    const { views } = this.dependencies.getState(remote, seen.version);
    Object.assign(seen, { ...this.newStep(), isHoldStored: false, isRefused: false, views });
  }

  private async checkDue(
    seen: SeenStep,
    { plan, next, rollout, views, ...about }: DueStep,
  ): Promise<void> {
    const { remote, version, percent } = about;
    const freeze = this.dependencies.getFreeze(remote);
    if (next && freeze !== null) {
      this.logOnce(seen, `${remote}@${version} rollout held at ${percent} %: ${freeze}`);
      return;
    }
    if (this.now() - seen.at < plan.minutes * MINUTE_MS || views < plan.views) return;
    const why = `not worse on ${views} pages at ${percent} %`;
    const isForPerson = !next || rollout.approve === true;
    if (isForPerson && seen.isAnnounced) return;
    try {
      const hold = await this.dependencies.readHold(remote, version);
      if (hold !== null) {
        this.logOnce(seen, holdLine({ ...about, why: hold }));
        return;
      }
      const action = next ? 'rollout-waiting' : 'rollout-finished';
      if (isForPerson) return await this.announce(seen, { ...about, action, why });
      await this.dependencies.advance(remote, { version, step: rollout.step, why });
    } catch (error) {
      const { message } = error as Error;
      this.logOnce(
        seen,
        next
          ? `${remote}@${version} rollout could not be raised to ${next.percent} %: ${message}`
          : `${remote}@${version} rollout could not be finished: ${message}`,
      );
    }
  }

  private async announce(seen: SeenStep, notice: RolloutNotice): Promise<void> {
    if (seen.isAnnounced) return;
    const { remote, version, percent, action } = notice;
    const about = `${remote}@${version}`;
    const line =
      action === 'rollout-finished'
        ? `${about} rollout is finished: releases promote ${remote} ${version}`
        : `${about} rollout waits for approval at ${percent} %: releases rollout approve ${remote}`;
    try {
      await this.dependencies.announce(notice);
      seen.isAnnounced = true;
      this.logOnce(seen, line);
    } catch (error) {
      this.logOnce(seen, `${line} (it cannot be announced: ${(error as Error).message})`);
    }
  }

  private async hold(seen: SeenStep, hold: Hold): Promise<void> {
    if (seen.isAlone || seen.isHoldStored) return;
    const isHeld = async () =>
      (await this.dependencies.readHold(hold.remote, hold.version)) !== null;
    try {
      if (!(await isHeld())) {
        await this.dependencies.hold(hold);
        seen.isAlone = !(await isHeld());
        if (seen.isAlone) throw new Error('other sites do not accept its SITE_KEY');
      }
      seen.isHoldStored = true;
      this.logOnce(seen, holdLine(hold));
    } catch (error) {
      seen.isRefused = true;
      this.logOnce(
        seen,
        `${hold.remote}@${hold.version} rollout is held by this site alone: ${(error as Error).message}`,
      );
    }
  }

  private findStep(
    remote: string,
    begin: Pick<SeenStep, 'key' | 'live' | 'version' | 'step' | 'views'>,
  ): SeenStep {
    const previous = this.seen.get(remote);
    if (previous?.key === begin.key) return previous;
    const isSame = previous?.version === begin.version && previous.live === begin.live;
    const step = {
      ...begin,
      ...this.newStep(),
      isHoldStored: isSame && previous.isHoldStored,
      isRefused: isSame && previous.isRefused,
      decisions: previous?.version === begin.version ? previous.decisions : undefined,
      askedAt: null,
    };
    this.seen.set(remote, step);
    return step;
  }

  private newStep() {
    const at = this.now();
    return { at, logged: '', isAnnounced: false, isAlone: false };
  }

  private logOnce(step: SeenStep, line: string): void {
    if (step.logged !== line) this.dependencies.log(line);
    step.logged = line;
  }
}

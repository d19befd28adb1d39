import type { LivePointer } from '@carry/contracts/release';
import { isCanary, isQuarantined, versionBefore } from '@carry/releases';
import { describeTriedPage } from '../render/protocol/protocol';
import type { Suspicion } from './health';
import { TOLERANCES } from './speed-test';
import type { TrialOutcome } from './trial';

/** Outcome of a check of a release. Only the first two change the live pointer. */
export type RollbackDecision =
  | 'rolled-back'
  | 'canary-aborted'
  | 'shared'
  | 'unconfirmed'
  | 'person'
  | 'undecided';

export interface RollbackDependencies {
  getPointer(remote: string): LivePointer | undefined;
  inspect(remote: string, version: string): Promise<string | null>;
  tryPage(remote: string, version: string, page: string): Promise<TrialOutcome>;
  quarantine(remote: string, release: { version: string; why: string; to?: string }): Promise<void>;
  log(line: string): void;
}

type CheckKind = Suspicion['kind'] | 'damage';

interface CheckedRelease {
  remote: string;
  version: string;
  kind: CheckKind;
  isLate?: boolean;
}

const COOLDOWN_MS = 30_000;
/** Interval at which a waiting check asks for the end of a running one. */
const RETRY_MS = 1000;
const ROUNDS = 2;
const MAX_PAGES = 2;
/** Renders of a late page with each release; the fastest counts, so a busy server does not change the decision. */
const LATE_ROUNDS = 5;
const LATE_COOLDOWN_MS = 10 * 60_000;

/**
 * Decides on rollbacks. Reports are untrusted: rolls back one version, once, if a local check fails on this release and passes on the
 * previous one. A canary also ends if the suspicion is widespread or it renders late here too, while the live release passes.
 */
export class RollbackController {
  readonly decisions = new Map<string, number>();
  private readonly checking = new Map<string, string>();
  /** Last checks, with the end of their cooldown in monotonic ms. */
  private readonly cooldowns = new Map<string, { kind: CheckKind; until: number }>();
  /** Remotes whose canary is checked after another check and its cooldown. */
  private readonly waiting = new Set<string>();

  private readonly dependencies: RollbackDependencies;

  constructor(dependencies: RollbackDependencies) {
    this.dependencies = dependencies;
  }

  isTrying = (remote: string): boolean => this.checking.has(remote) || this.waiting.has(remote);

  damaged = (remote: string, version: string, why: string): Promise<void> =>
    this.check({ remote, version, kind: 'damage' }, async (other) => {
      if (!(await this.dependencies.inspect(remote, version)))
        return ['unconfirmed', `its files are intact now (before: ${why})`];
      const problem = await this.dependencies.inspect(remote, other);
      return problem
        ? ['unconfirmed', `${why}, but the previous release is damaged too: ${problem}`]
        : ['rolled-back', why];
    });

  /** Judges a suspect release by what the site can check: the stored files, then a failing page. Reports alone roll no live release back. */
  suspect = (suspicion: Suspicion): Promise<void> => {
    const { kind, remote, version, why, isLate = false } = suspicion;
    const about = { remote, version, kind, isLate };
    const judge = async (other: string): Promise<[RollbackDecision, string]> => {
      const problem = await this.dependencies.inspect(remote, other);
      if (problem)
        return ['unconfirmed', `${why}, but the previous release is damaged: ${problem}`];
      const damage = kind === 'render' ? null : await this.dependencies.inspect(remote, version);
      if (damage) return ['rolled-back', `${why}: ${damage}`];
      if (isLate) return this.compareTimes(suspicion, other);
      return (await this.tryPages(suspicion, other)) ?? withoutProof(kind, why);
    };
    return this.check(about, judge);
  };

  private async tryPages(
    { remote, version, why, pages, widespread }: Suspicion,
    other: string,
  ): Promise<[RollbackDecision, string] | null> {
    let decision: [RollbackDecision, string] | null = null;
    for (const page of pages.slice(0, MAX_PAGES)) {
      const [failures, otherFailures] = await this.renderBoth(remote, [version, other], page);
      if (otherFailures.length === 0 && (widespread || failures.length === ROUNDS))
        return ['rolled-back', why];
      if (failures.length > 0 && otherFailures.length > 0)
        decision = [
          'shared',
          `${describeTriedPage(page)} also fails with ${other} (${otherFailures[0]}); check the API: ${why}`,
        ];
    }
    return decision;
  }

  private async renderBoth(
    remote: string,
    [version, other]: [string, string],
    page: string,
  ): Promise<[string[], string[]]> {
    const failures: string[] = [];
    const otherFailures: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      failures.push((await this.dependencies.tryPage(remote, version, page)).error ?? '');
      otherFailures.push((await this.dependencies.tryPage(remote, other, page)).error ?? '');
    }
    return [failures.filter(Boolean), otherFailures.filter(Boolean)];
  }

  /** Renders a late page with both releases in turn. Proof is that the fastest render of this one is late, or that each fails. */
  private async compareTimes(
    { remote, version, why, pages: [page = '/'] }: Suspicion,
    other: string,
  ): Promise<[RollbackDecision, string]> {
    const times: number[] = [];
    const otherTimes: number[] = [];
    const tryWith = async (release: string, durations: number[]) => {
      const { ms } = await this.dependencies.tryPage(remote, release, page);
      if (ms !== null) durations.push(ms);
    };
    for (let round = 0; round < LATE_ROUNDS; round++) {
      const turns = [() => tryWith(version, times), () => tryWith(other, otherTimes)];
      for (const turn of round % 2 ? turns.reverse() : turns) await turn();
    }
    const shown = describeTriedPage(page);
    if (otherTimes.length < LATE_ROUNDS)
      return ['shared', `${shown} also fails with ${other}; check the API: ${why}`];
    return Math.min(...times) > Math.min(...otherTimes) + TOLERANCES.render // of no times: Infinity
      ? ['rolled-back', why]
      : ['person', `${why}, but ${shown} is not late when tried alone`];
  }

  private async check(
    about: CheckedRelease,
    judge: (other: string) => Promise<[RollbackDecision, string]>,
  ): Promise<void> {
    const { remote, version, kind, isLate = false } = about;
    const release = `${remote}@${version}`;
    const key = `${release}${isLate ? ' late' : ''}`; // late pages do not delay other checks
    const pointer = this.dependencies.getPointer(remote);
    const isAboutCanary = isCanary(pointer, version);
    const isLive = pointer?.version === version && kind !== 'canary'; // reports of a canary are no proof
    if (!pointer || isQuarantined(pointer, version) || !(isAboutCanary || isLive)) return;
    const running = this.checking.get(remote);
    const cooldown = this.cooldowns.get(key);
    const pause = (cooldown?.until ?? 0) - performance.now();
    if (running !== undefined || pause > 0) {
      const isChecked = running === `${key} ${kind}` || (pause > 0 && cooldown?.kind === kind);
      if (kind === 'canary' && !isChecked)
        this.wait(remote, Math.max(pause, RETRY_MS), async () => {
          const isCompared = this.dependencies.getPointer(remote)?.version === pointer.version;
          if (isCompared) await this.check(about, judge);
        });
      return;
    }
    this.checking.set(remote, `${key} ${kind}`);
    const [decision, why] = await this.decide({ remote, version, pointer }, judge).catch(
      ({ message }: Error) => ['undecided', message] as const,
    );
    this.checking.delete(remote);
    const until = performance.now() + (isLate ? LATE_COOLDOWN_MS : COOLDOWN_MS);
    this.cooldowns.set(key, { kind, until });
    this.decisions.set(
      `${remote} ${decision}`,
      (this.decisions.get(`${remote} ${decision}`) ?? 0) + 1,
    );
    this.dependencies.log(`${release} ${phrases[decision]}: ${why}`);
  }

  /** Checks a canary later, so a rollout is not held shortly before its canary is aborted. */
  private wait(remote: string, ms: number, check: () => Promise<void>): void {
    if (this.waiting.has(remote)) return;
    this.waiting.add(remote);
    setTimeout(() => {
      this.waiting.delete(remote);
      void check();
    }, ms).unref();
  }

  private async decide(
    { remote, version, pointer }: { remote: string; version: string; pointer: LivePointer },
    judge: (other: string) => Promise<[RollbackDecision, string]>,
  ): Promise<[RollbackDecision, string]> {
    const isAboutCanary = isCanary(pointer, version);
    if (!isAboutCanary && pointer.rolledBack)
      return ['person', 'this remote was rolled back once already'];
    const other = isAboutCanary ? pointer.version : versionBefore(pointer);
    if (!other) return ['person', 'there is no release before it'];
    const [decision, why] = await judge(other);
    if (decision !== 'rolled-back') return [decision, why];
    if (isAboutCanary && !isCanary(this.dependencies.getPointer(remote), version))
      return ['undecided', `${why}, but it is no longer the canary`];
    await this.dependencies.quarantine(remote, {
      version,
      why,
      ...(isAboutCanary ? {} : { to: other }),
    });
    return [isAboutCanary ? 'canary-aborted' : 'rolled-back', why];
  }
}

/** Returns the decision on a release that works when tried. What only browsers can see is left to an operator. */
const withoutProof = (kind: Suspicion['kind'], why: string): [RollbackDecision, string] =>
  ({
    render: ['unconfirmed', `${why}, but it works when tried alone`],
    load: ['person', `${why}, but its files are intact and it works when tried alone`],
    canary: ['person', `${why}, but it works when tried alone, and few networks report it`],
  })[kind] as [RollbackDecision, string];

const phrases: Record<RollbackDecision, string> = {
  'rolled-back': 'failed; rolled back to the previous release',
  'canary-aborted': 'failed; canary aborted',
  shared: 'not rolled back: the previous release fails too',
  unconfirmed: 'not rolled back',
  person: 'failed; an operator must decide',
  undecided: 'could not be checked',
};

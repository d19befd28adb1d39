import type { LivePointer } from '@carry/contracts/release';
import { isQuarantined, versionBefore } from '@carry/releases';
import type { Suspicion } from './health';

/** What came of a look at a release; all but the first two change nothing. */
export type RollbackDecision =
  | 'rolled-back'
  | 'canary-aborted'
  | 'shared'
  | 'unconfirmed'
  | 'person'
  | 'undecided';

export interface RollbackDependencies {
  pointerOf(remote: string): LivePointer | undefined;
  /** Reads a release's files from the store; null when they are those of its record, else what is wrong. Throws when the store fails. */
  inspect(remote: string, version: string): Promise<string | null>;
  /** Renders a page with a release, on its own and without haste; null when that works, else what went wrong. */
  render(remote: string, version: string, pathname: string): Promise<string | null>;
  quarantine(remote: string, verdict: { version: string; why: string; to?: string }): Promise<void>;
  log(line: string): void;
}

const COOLDOWN_MS = 30_000;
const ROUNDS = 2;
const MAX_PAGES = 2;

/**
 * Decides about releases that seem to fail. Outsiders, load and the API make releases look bad, so nobody is believed: a release
 * is left only if it fails here and now where the one before it works, one step back, and once until a person decides.
 */
export class RollbackController {
  /** How often each finding was made, by remote. */
  readonly findings = new Map<string, number>();
  private readonly looking = new Set<string>();
  private readonly cooldownUntil = new Map<string, number>();

  private readonly bench: RollbackDependencies;

  constructor(bench: RollbackDependencies) {
    this.bench = bench;
  }

  /** Files of a release that fail their hash, or are missing. */
  damaged = (remote: string, version: string, why: string): Promise<void> =>
    this.look(remote, version, async (other) => {
      if (!(await this.bench.inspect(remote, version)))
        return ['unconfirmed', `its files are intact now; ${why} before`];
      const broken = await this.bench.inspect(remote, other);
      return broken ? ['unconfirmed', `${why}, but ${broken} as well`] : ['rolled-back', why];
    });

  /** Pages of a release that fail on the server, or in browsers. Reports come from outside, so the release is tried before a verdict. */
  suspect = ({ kind, remote, version, why, pages, widespread }: Suspicion): Promise<void> =>
    this.look(remote, version, async (other) => {
      const broken = await this.bench.inspect(remote, other);
      if (broken) return ['unconfirmed', `${why}, but ${broken} in the release to go to`];
      let finding: [RollbackDecision, string] =
        kind === 'canary'
          ? ['person', `${why}, but it works when tried alone, and few networks report it`]
          : ['unconfirmed', `${why}, but it works when tried alone`];
      for (const page of pages.slice(0, MAX_PAGES)) {
        const [own, others] = await this.tried(remote, version, other, page);
        if (others.length === 0 && (widespread || own.length === ROUNDS))
          return ['rolled-back', why];
        if (own.length > 0 && others.length > 0)
          finding = [
            'shared',
            `${page} fails with ${other} as well (${others[0]}), so look at the API: ${why}`,
          ];
      }
      return finding;
    });

  /** The failures of both releases on a page, tried in turn, so that what troubles one troubles the other. */
  private async tried(
    remote: string,
    version: string,
    other: string,
    page: string,
  ): Promise<[string[], string[]]> {
    const own: string[] = [];
    const others: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      own.push((await this.bench.render(remote, version, page)) ?? '');
      others.push((await this.bench.render(remote, other, page)) ?? '');
    }
    return [own.filter(Boolean), others.filter(Boolean)];
  }

  private async look(
    remote: string,
    version: string,
    judge: (other: string) => Promise<[RollbackDecision, string]>,
  ): Promise<void> {
    const key = `${remote}@${version}`;
    const pointer = this.bench.pointerOf(remote);
    const isCanary = pointer?.canary?.version === version;
    const isServed =
      pointer && !isQuarantined(pointer, version) && (isCanary || pointer.version === version);
    if (!isServed || this.looking.has(remote) || (this.cooldownUntil.get(key) ?? 0) > Date.now())
      return;
    this.looking.add(remote);
    const [finding, why] = await this.verdict(remote, version, pointer, judge).catch(
      ({ message }: Error) => ['undecided', message] as const,
    );
    this.looking.delete(remote);
    this.cooldownUntil.set(key, Date.now() + COOLDOWN_MS);
    this.findings.set(`${remote} ${finding}`, (this.findings.get(`${remote} ${finding}`) ?? 0) + 1);
    this.bench.log(`${key} ${phrases[finding]}: ${why}`);
  }

  private async verdict(
    remote: string,
    version: string,
    pointer: LivePointer,
    judge: (other: string) => Promise<[RollbackDecision, string]>,
  ): Promise<[RollbackDecision, string]> {
    const isCanary = pointer.canary?.version === version;
    if (!isCanary && pointer.rolledBack) return ['person', 'this remote fell back once already'];
    const other = isCanary ? pointer.version : versionBefore(pointer);
    if (!other) return ['person', 'there is no release before it'];
    const [finding, why] = await judge(other);
    if (finding !== 'rolled-back') return [finding, why];
    await this.bench.quarantine(remote, { version, why, ...(isCanary ? {} : { to: other }) });
    return [isCanary ? 'canary-aborted' : 'rolled-back', why];
  }
}

const phrases: Record<RollbackDecision, string> = {
  'rolled-back': 'is failing, falling back to the release before',
  'canary-aborted': 'is failing, its canary is reverted',
  shared: 'is not left, because the release before fails too',
  unconfirmed: 'is not left',
  person: 'is failing, and a person must decide',
  undecided: 'could not be judged',
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Candidate } from '../src/checks/candidate';
import { ReleaseRefused } from '../src/errors/errors';
import type { CandidateSite } from './candidate-site';
import { COOLDOWN_MS } from './server-page';

/** The page of another team without the candidate. It is tried only if it failed with it. */
export class Baseline {
  readonly notices: string[] = [];
  private readonly candidate: Candidate;
  private readonly site: Pick<CandidateSite, 'serve' | 'withdraw'>;

  constructor(candidate: Candidate, site: Pick<CandidateSite, 'serve' | 'withdraw'>) {
    this.candidate = candidate;
    this.site = site;
  }

  /** Throws the failure of a page, unless the page fails without the candidate, too. Other errors, such as a crash of the browser, prove nothing about a page. */
  async assertCaused(
    failure: unknown,
    pathname: string,
    tryPage: () => Promise<unknown>,
  ): Promise<void> {
    if (!(failure instanceof ReleaseRefused)) throw failure;
    await this.site.withdraw(this.candidate);
    const isBroken = await this.failsTwice(tryPage);
    await this.site.serve(this.candidate);
    if (!isBroken) throw failure;
    this.notices.push(
      `the page ${pathname} of another team fails without this release, too, so the gate cannot test this release on it`,
    );
  }

  /** Tries it again after the shell's cooldown, which the candidate may have caused. */
  private async failsTwice(tryPage: () => Promise<unknown>): Promise<boolean> {
    const fails = () =>
      tryPage().then(
        () => false,
        (error: unknown) => {
          if (error instanceof ReleaseRefused) return true;
          throw error;
        },
      );
    if (!(await fails())) return false;
    await sleep(COOLDOWN_MS);
    return fails();
  }
}

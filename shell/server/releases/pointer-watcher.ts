import type { LiveDocument } from '@carry/contracts/release';
import type { SiteDocument } from '@carry/contracts/site';
import {
  originProblem,
  readLiveAfter,
  readSite,
  type Store,
  storeRefusal,
  type Trust,
  Untrusted,
} from '@carry/releases';
import type { ReleaseFiles } from './release-files';

const EMPTY: LiveDocument = { revision: 0, remotes: {} };
const EMPTY_SITE: SiteDocument = { schema: 1, revision: 0, owners: {}, frame: { links: [] } };
/** Poll interval of `site.json`, which changes rarely. */
const SITE_MS = 1000;
/** Longest pause between two looks at a store that refuses for good: only a person can change that. */
const MAX_REFUSED_MS = 30_000;

interface Parts {
  log(line: string): void;
  trust(): Trust;
  /** Origin required in a signed `site.json`; empty: any. */
  siteUrl: string;
  onIgnored(document: string, reasons: string[]): void;
}

/** Polls `live.json` and `site.json`. Ignores unreadable or untrusted documents. */
export class PointerWatcher {
  live: LiveDocument | null = null;
  site = EMPTY_SITE;
  /** Monotonic time of the last successful read; null before the first. */
  readAt: number | null = null;
  /** Why the store refuses this site for good, such as `403 AccessDenied`; null: it does not. */
  refusal: string | null = null;
  private pauseMs = 0;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private problem = '';
  private siteProblem = '';
  private siteAt = Number.NEGATIVE_INFINITY;

  private readonly store: Store;
  private readonly files: ReleaseFiles;
  private readonly log: (line: string) => void;
  private readonly parts: Parts;

  constructor(store: Store, files: ReleaseFiles, parts: Parts) {
    this.store = store;
    this.files = files;
    this.log = parts.log;
    this.parts = parts;
  }

  /** Reads the pointers and polls them. Calls `onRead` after each read, also without a change. */
  async follow(onRead: (live: LiveDocument) => Promise<void>): Promise<void> {
    await onRead(await this.read());
    const schedule = () => {
      if (this.closed) return;
      this.timer = setTimeout(
        () => void this.read().then(onRead).catch(this.logProblem).finally(schedule),
        Math.max(this.store.pollMs, this.pauseMs),
      );
      this.timer.unref();
    };
    schedule();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async read(): Promise<LiveDocument> {
    if (performance.now() - this.siteAt >= SITE_MS) await this.readSite();
    const previous = this.live ?? (await this.files.lastLive());
    try {
      const removals: string[] = [];
      this.live = await readLiveAfter(this.store, this.withoutFormerOwners(previous), {
        trust: this.parts.trust(),
        onIgnored: (_, why) => removals.push(why),
      });
      this.parts.onIgnored('live.json', removals);
      this.readAt = performance.now();
      this.problem = '';
      this.noteRefusal(null);
    } catch (error) {
      this.noteRefusal(storeRefusal(error));
      this.logProblem(error as Error);
      this.live = previous ?? EMPTY;
    }
    return this.live;
  }

  /** An operator signed the end of an owner, after which no key of its team can sign a tombstone. */
  private withoutFormerOwners(live: LiveDocument | null): LiveDocument | null {
    const { owners, revision } = this.site;
    if (!live || revision === 0) return live;
    const owned = Object.entries(live.remotes).filter(([name]) => Object.hasOwn(owners, name));
    return { ...live, remotes: Object.fromEntries(owned) };
  }

  private async readSite(): Promise<void> {
    const first = this.siteAt < 0;
    this.siteAt = performance.now();
    const previous = first ? ((await this.files.lastSite()) ?? EMPTY_SITE) : this.site;
    try {
      const site = await readSite(this.store);
      if (!site && previous.revision > 0) throw new Error('site.json is missing');
      if (site && previous.signature && site.revision < previous.revision)
        throw new Error(
          `site.json revision decreased from ${previous.revision} to ${site.revision}`,
        );
      if (site) this.assertOurs(site);
      this.site = site ?? previous;
      this.siteProblem = '';
      this.parts.onIgnored('site.json', []);
      if (site && site.revision !== previous.revision) await this.files.keepSite();
    } catch (error) {
      this.logSiteProblem(error as Error);
      this.site = previous;
    }
  }

  private logSiteProblem(error: Error): void {
    const { message } = error;
    if (error instanceof Untrusted) this.parts.onIgnored('site.json', [message]);
    if (this.siteProblem !== message)
      this.log(`cannot use site.json, keeping the last good one: ${message}`);
    this.siteProblem = message;
  }

  private assertOurs({ origin }: SiteDocument): void {
    const { siteUrl } = this.parts;
    const mismatch = siteUrl && originProblem(origin ?? null, siteUrl);
    if (mismatch) throw new Untrusted(mismatch);
  }

  /** Exponential backoff: each permanent refusal doubles the pause, anything else resets it. */
  private noteRefusal(refusal: string | null): void {
    this.refusal = refusal;
    this.pauseMs = refusal
      ? Math.min(Math.max(2 * this.pauseMs, this.store.pollMs), MAX_REFUSED_MS)
      : 0;
  }

  private logProblem = ({ message }: Error): void => {
    const advice = this.refusal
      ? ` (${this.refusal}; retries cannot help: check credentials, policy and address of the store)`
      : '';
    const problem = `cannot read the release store, serving the last good set: ${message}${advice}`;
    if (this.problem !== problem) this.log(problem);
    this.problem = problem;
  };
}

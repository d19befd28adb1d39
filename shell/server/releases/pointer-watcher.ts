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
const NOBODY: SiteDocument = { schema: 1, revision: 0, owners: {}, frame: { links: [] } };
/** How often it is asked what the site is, which changes rarely. */
const SITE_MS = 1000;
/** Longest pause between two looks at a store that refuses for good: only a person can change that. */
const MAX_REFUSED_MS = 30_000;

interface Parts {
  log(line: string): void;
  /** Whose signatures count. */
  trust(): Trust;
  /** Origin that a signed `site.json` has to name; empty: any. */
  siteUrl: string;
  /** Told what of a document is ignored because it is not signed. */
  onIgnored(document: string, reasons: string[]): void;
}

/** Follows the live pointers of a store, and what the site is. What it cannot read, or nobody answers for, changes nothing. */
export class PointerWatcher {
  /** The pointers as last read, null before the first time. */
  live: LiveDocument | null = null;
  /** What the site is, as last read. */
  site = NOBODY;
  /** When the store answered last, ms since the epoch. */
  readAt = 0;
  /** Why the store refuses this site for good, such as `403 AccessDenied`; null: it does not. */
  refusal: string | null = null;
  private pauseMs = 0;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private trouble = '';
  private siteTrouble = '';
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

  /** Reads the pointers, and again as often as the store allows; `onRead` is told each time, also that nothing has changed. */
  async follow(onRead: (live: LiveDocument) => Promise<void>): Promise<void> {
    await onRead(await this.read());
    const again = () => {
      if (this.closed) return;
      this.timer = setTimeout(
        () => void this.read().then(onRead).catch(this.complain).finally(again),
        Math.max(this.store.pollMs, this.pauseMs),
      );
      this.timer.unref();
    };
    again();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async read(): Promise<LiveDocument> {
    if (performance.now() - this.siteAt >= SITE_MS) await this.readSite();
    const known = this.live ?? (await this.files.lastLive());
    try {
      const removals: string[] = [];
      this.live = await readLiveAfter(this.store, known, {
        trust: this.parts.trust(),
        onIgnored: (_, why) => removals.push(why),
      });
      this.parts.onIgnored('live.json', removals);
      this.readAt = Date.now();
      this.trouble = '';
      this.noteRefusal(null);
    } catch (error) {
      this.noteRefusal(storeRefusal(error));
      this.complain(error as Error);
      this.live = known ?? EMPTY;
    }
    return this.live;
  }

  private async readSite(): Promise<void> {
    const first = this.siteAt < 0;
    this.siteAt = performance.now();
    const known = first ? ((await this.files.lastSite()) ?? NOBODY) : this.site;
    try {
      const site = await readSite(this.store);
      if (!site && known.revision > 0) throw new Error('site.json is gone');
      if (site && known.signature && site.revision < known.revision)
        throw new Error(`site.json went back from revision ${known.revision} to ${site.revision}`);
      if (site) this.assertOurs(site);
      this.site = site ?? known;
      this.siteTrouble = '';
      this.parts.onIgnored('site.json', []);
      if (site && site.revision !== known.revision) await this.files.keepSite();
    } catch (error) {
      this.complainOfSite(error as Error);
      this.site = known;
    }
  }

  private complainOfSite(error: Error): void {
    const { message } = error;
    if (error instanceof Untrusted) this.parts.onIgnored('site.json', [message]);
    if (this.siteTrouble !== message)
      this.log(`what the site is cannot be read, what was known of it holds: ${message}`);
    this.siteTrouble = message;
  }

  /** Throws {@link Untrusted} for the document of another installation. */
  private assertOurs({ origin }: SiteDocument): void {
    const { siteUrl } = this.parts;
    const problem = siteUrl && originProblem(origin ?? null, siteUrl);
    if (problem) throw new Untrusted(problem);
  }

  /** Doubles the pause with each refusal; a transient failure is looked at again at once. */
  private noteRefusal(refusal: string | null): void {
    this.refusal = refusal;
    this.pauseMs = refusal
      ? Math.min(Math.max(2 * this.pauseMs, this.store.pollMs), MAX_REFUSED_MS)
      : 0;
  }

  private complain = ({ message }: Error): void => {
    const advice = this.refusal
      ? ` (${this.refusal}; retries cannot help: check credentials, policy and address of the store)`
      : '';
    const trouble = `the release store cannot be read, serving the last good set: ${message}${advice}`;
    if (this.trouble !== trouble) this.log(trouble);
    this.trouble = trouble;
  };
}

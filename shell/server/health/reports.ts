import { createHash } from 'node:crypto';
import { RateLimiter } from '@carry/releases';
import type { Context } from 'hono';
import { getCaller, getNetwork } from 'server-kit/network';
import { isSameSecret, sign } from 'server-kit/secrets';
import { z } from 'zod';
import { randomId } from '../http/random-id';
import { getConnection } from '../http/visitor';
import type { Health } from './health';
import { MAX_FAILED, noChannel, type ReportChannel } from './report-channel';
import { frameFailure, reportList } from './report-schema';

const MAX_BYTES = 8 * 1024;
/** Rate limit per caller; high, because many visitors may share an address. */
const MAX_PER_MINUTE = 600;
const MINUTE_MS = 60_000;

const MAX_VARIANTS = 10;
/** In a page token, before a remote that the server failed to render. */
const FAILED = 'failed ';

/** Bytes kept of a release's hash in a page token. */
const MARK_BYTES = 4;

interface PageRelease {
  name: string;
  version: string;
}

/** A page that is sent; see `ReportingPage`. */
interface NewView {
  route: string;
  variants: readonly string[];
  failed: readonly string[];
}

const hashMark = ({ name, version }: PageRelease) =>
  createHash('sha256').update(`${name}@${version}`).digest().subarray(0, MARK_BYTES);

const batch = z.object({
  view: z.string().max(2000),
  reports: reportList,
  frame: frameFailure.optional(),
});

/** Receives page reports, also from other sites. A page's signed token names its releases, so it can report on these alone. */
export class ReportReceiver {
  private readonly limiter = new RateLimiter(MAX_PER_MINUTE, MINUTE_MS);
  private readonly health: Health;
  private readonly secret: string;
  private readonly secretBefore: string;
  private readonly proxies: number;
  private readonly channel: ReportChannel;

  constructor(
    health: Health,
    {
      secret,
      secretBefore = '',
      proxies,
      channel = noChannel,
    }: { secret: string; secretBefore?: string; proxies: number; channel?: ReportChannel },
  ) {
    this.health = health;
    this.secret = secret;
    this.secretBefore = secretBefore;
    this.proxies = proxies;
    this.channel = channel;
    channel.listen(({ caller, reports, ...page }) => {
      this.limiter.consume(caller, Date.now());
      for (const report of reports) health.reported(page, report, 'elsewhere');
    });
  }

  newView(
    releases: readonly PageRelease[],
    { route = '', variants = [], failed = [] }: Partial<NewView> = {},
  ): string {
    const marks = Buffer.concat(releases.map(hashMark)).toString('base64url');
    const failures = failed.slice(0, MAX_FAILED).map((remote) => `${FAILED}${remote}`);
    const text = [route, ...failures, ...variants.slice(0, MAX_VARIANTS)].map((part) =>
      Buffer.from(part).toString('base64url'),
    );
    const page = [randomId(9), marks, ...text].join('.');
    return `${page}.${this.sign(page)}`;
  }

  /** Counts a page that was sent with this token, except prefetches and non-browser clients. `owner`: release of its route. */
  sent(context: Context, token: string, owner: PageRelease): void {
    const header = (name: string) => context.req.header(name);
    const page = this.open(token);
    if (!page || header('sec-fetch-mode') !== 'navigate' || header('sec-purpose')) return;
    const { id: view, route } = page;
    this.health.sent({ view, route, network: this.getNetwork(context) }, owner);
  }

  async receive(context: Context): Promise<Response> {
    const refuse = (status: 400 | 413 | 429, why: string) =>
      context.text(why, status, { 'cache-control': 'no-store' });
    const caller = this.hashAddress(getCaller(getConnection(context), this.proxies) ?? 'unknown');
    if (this.limiter.consume(caller, Date.now()) > 0) return refuse(429, 'Too many reports');
    if (Number(context.req.header('content-length') ?? Number.POSITIVE_INFINITY) > MAX_BYTES)
      return refuse(413, 'Too large');
    const parsed = batch.safeParse(await context.req.json().catch(() => null));
    const page = parsed.success && this.open(parsed.data.view);
    if (!parsed.success || !page) return refuse(400, 'Not a report');
    const { id: view, route, variants, failed, had } = page;
    if (parsed.data.frame) this.health.frameFailed(view, parsed.data.frame);
    const reports = parsed.data.reports.filter(({ remote: name, release: version }) =>
      had({ name, version }),
    );
    const network = this.getNetwork(context);
    const reporting = { view, network, route, failed };
    for (const report of reports) this.health.reported({ ...reporting, variants }, report);
    this.channel.send({ ...reporting, caller, reports });
    return context.body(null, 204, { 'cache-control': 'no-store' });
  }

  private sign = (page: string, secret = this.secret) =>
    sign(secret, `carry-view:${page}`).slice(0, 16);

  private getNetwork(context: Context): string | null {
    const network = getNetwork(getConnection(context), this.proxies);
    return network && this.hashAddress(network);
  }

  /** Keyed hash of an address, equal at all sites. */
  private hashAddress = (address: string) =>
    sign(this.secret, `carry-network:${address}`).slice(0, 16);

  /** Returns a page's content and whether it had a release; null for a token that no site of this installation signed. */
  private open(view: string): {
    id: string;
    route: string;
    variants: string[];
    failed: string[];
    had(release: PageRelease): boolean;
  } | null {
    const dot = view.lastIndexOf('.');
    const signed = view.slice(0, Math.max(dot, 0));
    const isOurs = [this.secret, this.secretBefore].some(
      (secret) => secret !== '' && isSameSecret(view.slice(dot + 1), this.sign(signed, secret)),
    );
    if (!isOurs) return null;
    const [id = '', marks = '', ...text] = signed.split('.');
    const [route = '', ...marked] = text.map((part) => Buffer.from(part, 'base64url').toString());
    const all = Buffer.from(marks, 'base64url').toString('hex');
    const releaseMarks = new Set(all.match(new RegExp(`.{${MARK_BYTES * 2}}`, 'g')));
    return {
      id,
      route,
      variants: marked.filter((part) => !part.startsWith(FAILED)),
      failed: marked
        .filter((part) => part.startsWith(FAILED))
        .map((part) => part.slice(FAILED.length)),
      had: (release) => releaseMarks.has(hashMark(release).toString('hex')),
    };
  }
}

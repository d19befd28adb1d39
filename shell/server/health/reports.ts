import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { callerOf, networkOf } from 'server-kit/network';
import { z } from 'zod';
import { randomId } from '../http/random-id';
import { connectionOf } from '../http/visitor';
import type { Health } from './health';
import { noChannel, type ReportChannel } from './report-channel';
import { reportList } from './report-schema';

const MAX_BYTES = 8 * 1024;
/** Rate limit per caller; high, because many visitors may share an address. */
const MAX_PER_MINUTE = 600;
const MAX_CALLERS = 10_000;

const batch = z.object({
  view: z.string().max(80),
  reports: reportList,
});

/** Receives page reports, directly or from other sites. Accepts only views with a signed id. */
export class ReportReceiver {
  private readonly counts = new LRUCache<string, { minute: number; count: number }>({
    max: MAX_CALLERS,
  });

  private readonly health: Health;
  private readonly secret: string;
  private readonly secretBefore: string;
  private readonly proxies: number;
  private readonly channel: ReportChannel;

  constructor(
    health: Health,
    secret: string,
    proxies: number,
    channel: ReportChannel = noChannel,
    secretBefore = '',
  ) {
    this.health = health;
    this.secret = secret;
    this.secretBefore = secretBefore;
    this.proxies = proxies;
    this.channel = channel;
    channel.listen(({ view, network, caller, reports }) => {
      this.withinRateLimit(caller);
      for (const report of reports) health.reported(view, network, report, 'elsewhere');
    });
  }

  newView(): string {
    const id = randomId(9);
    return `${id}.${this.sign(id)}`;
  }

  async receive(context: Context): Promise<Response> {
    const refuse = (status: 400 | 413 | 429, why: string) =>
      context.text(why, status, { 'cache-control': 'no-store' });
    const connection = connectionOf(context);
    const caller = this.hashAddress(callerOf(connection, this.proxies) ?? 'unknown');
    if (!this.withinRateLimit(caller)) return refuse(429, 'Too many reports');
    if (Number(context.req.header('content-length') ?? Number.POSITIVE_INFINITY) > MAX_BYTES)
      return refuse(413, 'Too large');
    const parsed = batch.safeParse(await context.req.json().catch(() => null));
    if (!parsed.success || !this.hasValidSignature(parsed.data.view))
      return refuse(400, 'Not a report');
    const { view, reports } = parsed.data;
    const address = networkOf(connection, this.proxies);
    const network = address && this.hashAddress(address);
    for (const report of reports) this.health.reported(view, network, report);
    this.channel.send({ view, network, caller, reports });
    return context.body(null, 204, { 'cache-control': 'no-store' });
  }

  private sign = (id: string, secret = this.secret) =>
    createHmac('sha256', secret).update(`carry-view:${id}`).digest('base64url').slice(0, 16);

  /** Keyed hash of an address, equal at all sites. */
  private hashAddress = (address: string) =>
    createHmac('sha256', this.secret)
      .update(`carry-network:${address}`)
      .digest('base64url')
      .slice(0, 16);

  private hasValidSignature(view: string): boolean {
    const [id = '', signature = ''] = view.split('.');
    const actual = Buffer.from(signature);
    return [this.secret, this.secretBefore].some((secret) => {
      const expected = Buffer.from(this.sign(id, secret));
      return (
        secret !== '' && actual.length === expected.length && timingSafeEqual(actual, expected)
      );
    });
  }

  private withinRateLimit(caller: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    const entry = this.counts.get(caller);
    const count = entry?.minute === minute ? entry.count + 1 : 1;
    this.counts.set(caller, { minute, count });
    return count <= MAX_PER_MINUTE;
  }
}

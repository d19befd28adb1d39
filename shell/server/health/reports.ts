import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { callerOf, networkOf } from 'contracts/network';
import { releaseVersion, remoteName } from 'contracts/release';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { MOST_REPORTS } from '../../universal/report';
import { connectionOf } from '../visitor';
import type { Health } from './health';

const MAX_BYTES = 8 * 1024;
/** An office behind one address is many visitors. */
const MAX_PER_MINUTE = 600;
const MAX_CALLERS = 10_000;

const batch = z.object({
  view: z.string().max(80),
  reports: z
    .array(
      z.object({
        kind: z.enum(['used', 'load', 'render', 'rejection', 'vital']),
        remote: remoteName,
        release: releaseVersion,
        phase: z.string().max(20).optional(),
        metric: z.enum(['LCP', 'CLS', 'INP', 'FCP', 'TTFB']).optional(),
        value: z.number().min(0).max(600_000).optional(),
      }),
    )
    .max(MOST_REPORTS),
});

/** Takes what pages report; a page is named by a signed id that only this site hands out. */
export class ReportDesk {
  private readonly counts = new LRUCache<string, { minute: number; count: number }>({ max: MAX_CALLERS });

  private readonly health: Health;
  private readonly secret: string;
  private readonly proxies: number;

  constructor(health: Health, secret: string, proxies: number) {
    this.health = health;
    this.secret = secret;
    this.proxies = proxies;
  }

  /** The id of a new page. */
  newView(): string {
    const id = randomBytes(9).toString('base64url');
    return `${id}.${this.sign(id)}`;
  }

  async take(context: Context): Promise<Response> {
    const refuse = (status: 400 | 413 | 429, why: string) => context.text(why, status, { 'cache-control': 'no-store' });
    const connection = connectionOf(context);
    if (!this.mayCall(callerOf(connection, this.proxies) ?? 'unknown')) return refuse(429, 'Too many reports');
    if (Number(context.req.header('content-length') ?? Number.POSITIVE_INFINITY) > MAX_BYTES) return refuse(413, 'Too large');
    const parsed = batch.safeParse(await context.req.json().catch(() => null));
    if (!parsed.success || !this.isOurs(parsed.data.view)) return refuse(400, 'Not a report');
    const network = networkOf(connection, this.proxies);
    for (const report of parsed.data.reports) this.health.reported(parsed.data.view, network, report);
    return context.body(null, 204, { 'cache-control': 'no-store' });
  }

  private sign = (id: string) => createHmac('sha256', this.secret).update(`carry-view:${id}`).digest('base64url').slice(0, 16);

  private isOurs(view: string): boolean {
    const [id = '', signature = ''] = view.split('.');
    const right = Buffer.from(this.sign(id));
    const given = Buffer.from(signature);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  private mayCall(caller: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    const known = this.counts.get(caller);
    const count = known?.minute === minute ? known.count + 1 : 1;
    this.counts.set(caller, { minute, count });
    return count <= MAX_PER_MINUTE;
  }
}

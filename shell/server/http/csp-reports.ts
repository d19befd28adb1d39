import { RateLimiter } from '@carry/releases';
import type { Context } from 'hono';
import type { LogLine } from 'server-kit/log';
import { getCaller } from 'server-kit/network';
import { z } from 'zod';
import { getConnection } from './visitor';

const MAX_BYTES = 16 * 1024;
const MAX_REPORTS = 20;
const MAX_A_MINUTE = 60;
const MINUTE_MS = 60_000;

const directives = new Set(
  (
    'base-uri child-src connect-src default-src font-src form-action frame-ancestors frame-src img-src manifest-src media-src object-src ' +
    'require-trusted-types-for script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem trusted-types worker-src'
  ).split(' '),
);
const words = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'trusted-types-sink',
  'trusted-types-policy',
  'data',
  'blob',
  'about',
]);

const text = z.string().max(4000);
const violation = z.object({ directive: text, blocked: text.default('') });
/** `report-uri` and Reporting API bodies, normalized. */
const body = z.union([
  z
    .object({
      'csp-report': z.object({
        'effective-directive': text.optional(),
        'violated-directive': text.default(''),
        'blocked-uri': text.optional(),
      }),
    })
    .transform(({ 'csp-report': report }) => [
      violation.parse({
        directive: report['effective-directive'] ?? report['violated-directive'].split(' ')[0],
        blocked: report['blocked-uri'],
      }),
    ]),
  z
    .array(
      z.object({
        type: z.literal('csp-violation'),
        body: z.object({ effectiveDirective: text, blockedURL: text.optional() }),
      }),
    )
    .max(MAX_REPORTS)
    .transform((reports) =>
      reports.map((report) =>
        violation.parse({
          directive: report.body.effectiveDirective,
          blocked: report.body.blockedURL,
        }),
      ),
    ),
]);

/** Counts CSP violations. Does not store URLs, because they may carry stolen data. */
export class CspReports {
  refused = 0;
  private readonly counts = new Map<
    string,
    { directive: string; blocked: string; count: number; loggedAt: number }
  >();
  private readonly limiter = new RateLimiter(MAX_A_MINUTE, MINUTE_MS);

  private readonly siteUrl: string;
  private readonly proxies: number;
  private readonly log: LogLine;

  constructor(siteUrl: string, proxies: number, log: LogLine) {
    this.siteUrl = siteUrl;
    this.proxies = proxies;
    this.log = log;
  }

  async receive(context: Context): Promise<Response> {
    const refuse = (status: 400 | 413 | 429, why: string) => {
      this.refused++;
      return context.text(why, status, { 'cache-control': 'no-store' });
    };
    const caller = getCaller(getConnection(context), this.proxies) ?? 'unknown';
    if (this.limiter.consume(caller, Date.now()) > 0) return refuse(429, 'Too many reports');
    if (Number(context.req.header('content-length') ?? Number.POSITIVE_INFINITY) > MAX_BYTES)
      return refuse(413, 'Too large');
    const parsed = body.safeParse(await context.req.json().catch(() => null));
    if (!parsed.success) return refuse(400, 'Not a report');
    for (const { directive, blocked } of parsed.data)
      this.count(directives.has(directive) ? directive : 'other', this.getKind(blocked));
    return context.body(null, 204, { 'cache-control': 'no-store' });
  }

  all = () =>
    [...this.counts.values()].map(({ directive, blocked, count }) => ({
      directive,
      blocked,
      count,
    }));

  private count(directive: string, blocked: string): void {
    const key = `${directive} ${blocked}`;
    const entry = this.counts.get(key) ?? {
      directive,
      blocked,
      count: 0,
      loggedAt: Number.NEGATIVE_INFINITY,
    };
    this.counts.set(key, entry);
    entry.count++;
    if (performance.now() - entry.loggedAt < MINUTE_MS) return;
    entry.loggedAt = performance.now();
    this.log(
      `content security policy violation: ${directive} blocked ${blocked} (${entry.count} so far)`,
      { code: 'csp.violation' },
    );
  }

  private getKind(blocked: string): string {
    const [word = ''] = blocked.split(':');
    if (words.has(word)) return word;
    if (/^[\w-]+-extension$/.test(word)) return 'extension';
    if (!URL.canParse(blocked)) return 'other';
    return new URL(blocked).origin === this.siteUrl ? 'self' : 'foreign';
  }
}

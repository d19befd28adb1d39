import { LRUCache } from 'lru-cache';
import type { Report } from '../../universal/failures/report';
import { Recent } from './recent';
import { ReportingNetworks } from './reporting-networks';

const MAX_PAGES = 3;
/** Both values of each flag that a release may declare. */
const MAX_VARIANTS = 40;
const MIN_FAILURES = 3;

/** One server render. */
export interface RenderOutcome {
  ms: number;
  /** See `printTriedPage`. */
  page?: string;
  /** See `RenderRequest`. */
  judged?: boolean | undefined;
  error?: string;
}

interface Mean {
  sum: number;
  count: number;
}

export interface VariantHealth {
  used: number;
  failed: number;
  vitals: Record<string, Mean>;
}

function addVital(vitals: Record<string, Mean>, { metric, value }: Report): void {
  if (!metric || value === undefined) return;
  const { sum, count } = vitals[metric] ?? { sum: 0, count: 0 };
  vitals[metric] = { sum: sum + value, count: count + 1 };
}

export class ReleaseHealth {
  readonly total = {
    rendered: 0,
    renderFailed: 0,
    renderMs: 0,
    used: 0,
    load: 0,
    render: 0,
    rejection: 0,
  };
  readonly vitals: Record<string, Mean> = {};
  readonly variants = new Map<string, VariantHealth>();
  readonly reportingNetworks = new ReportingNetworks();
  private readonly recent = new Recent();
  private readonly requested = new LRUCache<string, true>({ max: MAX_PAGES });
  private readonly failing = new LRUCache<string, true>({ max: MAX_PAGES });

  readonly remote: string;
  readonly version: string;

  constructor(remote: string, version: string) {
    this.remote = remote;
    this.version = version;
  }

  /** Recently requested paths, failed ones first. */
  get pages(): string[] {
    return [...new Set([...this.failing.keys(), ...this.requested.keys()])];
  }

  rendered({ ms, page, error, judged = true }: RenderOutcome): void {
    this.total.rendered++;
    this.total.renderMs += ms;
    if (error) this.total.renderFailed++;
    if (!judged) return;
    this.recent.add('rendered');
    if (error) this.recent.add('failed');
    if (page) (error ? this.failing : this.requested).set(page, true);
  }

  getRenderProblem(): string | null {
    const rendered = this.recent.count('rendered');
    const failed = this.recent.count('failed');
    if (failed < MIN_FAILURES || failed * 2 < rendered) return null;
    return `the server failed to render ${failed} of ${rendered} pages`;
  }

  count(report: Report, variants: readonly string[] = []): void {
    const { kind } = report;
    if (kind === 'vital') addVital(this.vitals, report);
    else this.total[kind]++;
    for (const variant of variants) this.countVariant(variant, report);
  }

  private countVariant(variant: string, report: Report): void {
    const health = this.variants.get(variant) ?? { used: 0, failed: 0, vitals: {} };
    if (this.variants.size >= MAX_VARIANTS && !this.variants.has(variant)) return;
    this.variants.set(variant, health);
    if (report.kind === 'vital') addVital(health.vitals, report);
    else if (report.kind === 'used') health.used++;
    else health.failed++;
  }
}

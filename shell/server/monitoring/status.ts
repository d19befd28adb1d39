import type { ServerConfig } from '../config/config';
import type { AssetServer } from '../files/assets';
import type { Health } from '../health/health';
import type { ReportChannel } from '../health/report-channel';
import type { RollbackController } from '../health/rollback-controller';
import type { RolloutController } from '../health/rollout-controller';
import type { SiteDayReporter } from '../health/site-day';
import type { CspReports } from '../http/csp-reports';
import type { ReleaseSet } from '../releases/release-set';
import type { RenderPool } from '../render/pool/pool';

export interface StatusParts {
  config: ServerConfig;
  releases: ReleaseSet;
  renderer: {
    readonly cache: { readonly counts: Readonly<Record<'hit' | 'stale' | 'miss', number>> };
    stats(): Record<'live' | 'preview', ReturnType<RenderPool['stats']>>;
  };
  health: Health;
  rollbackController: RollbackController;
  rolloutController: Pick<RolloutController, 'getProgress'>;
  assets: AssetServer;
  csp: CspReports;
  channel: ReportChannel;
  day: Pick<SiteDayReporter, 'read'>;
}

const computeMeans = (vitals: Record<string, { sum: number; count: number }>) =>
  Object.fromEntries(
    Object.entries(vitals).map(([name, { sum, count }]) => [name, { mean: sum / count, count }]),
  );

export function getStatus({
  releases,
  renderer,
  health,
  rollbackController,
  rolloutController,
  assets,
  csp,
  channel,
}: Omit<StatusParts, 'config' | 'day'>) {
  const { live, readAt, deviations, ignoredEntries, storeRefusal } = releases;
  return {
    uptimeSeconds: Math.round(performance.now() / 1000),
    memoryBytes: process.memoryUsage().rss,
    revision: live.revision,
    storeLagSeconds: Math.round((performance.now() - (readAt ?? 0)) / 100) / 10,
    storeRefusal,
    remotes: live.remotes,
    deviations,
    ignoredEntries,
    reports: channel.state,
    decisions: [...rollbackController.decisions].map(([key, count]) => {
      const [remote = '', decision = ''] = key.split(' ');
      return { remote, decision, count };
    }),
    rollouts: rolloutController.getProgress(),
    pageCache: { ...renderer.cache.counts },
    assetCacheBytes: assets.size,
    rendering: renderer.stats(),
    frameFailures: health.frameFailures,
    csp: { stopped: csp.all(), refusedReports: csp.refused },
    releases: health.all().map(({ remote, version, total, vitals, variants }) => ({
      remote,
      version,
      ...total,
      vitals: computeMeans(vitals),
      abandonment: health.getAbandonment(remote, version),
      variants: Object.fromEntries(
        [...variants].map(([variant, numbers]) => [
          variant,
          { ...numbers, vitals: computeMeans(numbers.vitals) },
        ]),
      ),
    })),
  };
}

export type Status = ReturnType<typeof getStatus>;

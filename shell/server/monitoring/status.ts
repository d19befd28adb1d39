import type { ServerConfig } from '../config/config';
import type { AssetServer } from '../files/assets';
import type { Health } from '../health/health';
import type { ReportChannel } from '../health/report-channel';
import type { RollbackController } from '../health/rollback-controller';
import type { CspReports } from '../http/csp-reports';
import type { PageRenderer } from '../pages/render/page-renderer';
import type { ReleaseSet } from '../releases/release-set';

export interface StatusParts {
  config: ServerConfig;
  releases: ReleaseSet;
  renderer: PageRenderer;
  health: Health;
  referee: RollbackController;
  assets: AssetServer;
  csp: CspReports;
  channel: ReportChannel;
}

const started = Date.now();

/** Everything an operator asks of a running shell. */
export function statusOf({
  releases,
  renderer,
  health,
  referee,
  assets,
  csp,
  channel,
}: Omit<StatusParts, 'config'>) {
  const { live, readAt, deviations, ignoredEntries, storeRefusal } = releases;
  return {
    uptimeSeconds: Math.round((Date.now() - started) / 1000),
    memoryBytes: process.memoryUsage().rss,
    revision: live.revision,
    /** Since the store answered last, or since the start where it never did; more than a few seconds means that it does not. */
    storeLagSeconds: Math.round((Date.now() - (readAt || started)) / 100) / 10,
    /** Why the store refuses this site for good, such as `403 AccessDenied`; null: it does not. */
    storeRefusal,
    remotes: live.remotes,
    /** Remotes that are not served at the release that their pointer names, and why. */
    deviations,
    /** What the store says without a signature of somebody who may, and why it is ignored. */
    ignoredEntries,
    /** Whether this site judges releases by what pages told all sites. */
    reports: channel.state,
    /** What came of releases that seemed to fail. */
    findings: [...referee.findings].map(([key, count]) => {
      const [remote = '', finding = ''] = key.split(' ');
      return { remote, finding, count };
    }),
    pageCache: { ...renderer.cache.counts },
    assetCacheBytes: assets.size,
    rendering: renderer.stats(),
    /** Pages whose frame failed in a browser. */
    frameFailures: health.frameFailures,
    csp: { stopped: csp.all(), refusedReports: csp.refused },
    releases: health.all().map(({ remote, version, total, vitals }) => ({
      remote,
      version,
      ...total,
      vitals: Object.fromEntries(
        Object.entries(vitals).map(([name, { sum, count }]) => [
          name,
          { mean: sum / count, count },
        ]),
      ),
    })),
  };
}

export type Status = ReturnType<typeof statusOf>;

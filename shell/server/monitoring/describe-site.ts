import { hostname } from 'node:os';
import type { RunningSite } from '@carry/contracts/console';
import type { Health } from '../health/health';
import type { ReleaseSet } from '../releases/release-set';

const startedAt = new Date();

interface About {
  id: string;
  shell: string;
  releases: Pick<ReleaseSet, 'compositionFor' | 'live' | 'readAt'>;
  health: Pick<Health, 'all' | 'day' | 'frameFailures'>;
}

export const describeSite =
  ({ id, shell, releases, health }: About) =>
  (): RunningSite => {
    const sum = (name: 'rendered' | 'renderFailed') =>
      health.all().reduce((all, { total }) => all + total[name], 0);
    return {
      id,
      host: hostname(),
      shell,
      composition: releases.compositionFor(null).id,
      revision: releases.live.revision,
      startedAt: startedAt.toISOString(),
      at: new Date().toISOString(),
      storeLagSeconds: Math.round((performance.now() - (releases.readAt ?? 0)) / 1000),
      rendered: sum('rendered'),
      renderFailed: sum('renderFailed'),
      frameFailures: health.frameFailures,
    };
  };

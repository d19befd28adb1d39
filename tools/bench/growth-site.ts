import { freePorts } from 'workspace/process';
import { startStack } from 'workspace/stack';
import { withStore } from './both-ways';
import { withDatabase } from './database';
import type { Server } from './growth-answers';

export interface GrowthSite {
  database: string;
  site: Server;
  api: Server;
  operator: string;
}

export const withSite = <T>(
  name: string,
  releases: string,
  use: (running: GrowthSite) => Promise<T>,
): Promise<T> =>
  withStore(releases, (dataFolder) =>
    withDatabase(`growth_${process.pid}_${name}`, async (database) => {
      const [site = 0, api = 0, sandbox = 0] = await freePorts();
      const { urls, services, env, stop } = await startStack({
        ports: { site, api, sandbox },
        dataFolder,
        env: { DATABASE_URL: database, CAPTCHA_COST: '100' },
        log: () => {},
      });
      try {
        return await use({
          database,
          site: { origin: urls.site, pid: services.site.pid ?? 0 },
          api: { origin: urls.api, pid: services.api.pid ?? 0 },
          operator: env['OPERATOR_TOKEN'] ?? '',
        });
      } finally {
        await stop();
      }
    }),
  );

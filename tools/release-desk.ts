import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Surroundings } from 'registry/cli';
import { ReleaseRefused } from 'registry/errors';
import { buildPackage } from './build-package';
import { localSecrets } from './secrets';
import { defaultDataFolder, remoteFolder, remotes } from './workspace';

/** What the release commands need of this workspace: how a remote is built and tried, and how preview links are signed. */
export const surroundings: Surroundings = {
  defaultStore: path.join(defaultDataFolder, 'releases'),
  siteUrl: process.env.SITE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`,
  previewSecret: process.env.PREVIEW_SECRET ?? localSecrets(defaultDataFolder).PREVIEW_SECRET,
  async publish(remote, { store, why, target, report = () => {} }) {
    if (!remotes.includes(remote)) throw new ReleaseRefused(`there is no remote ${remote} here; there are ${remotes.join(', ')}`);
    report(`building ${remote}`);
    const building = buildPackage(remote, report);
    building.catch(() => {}); // awaited below
    await buildPackage('shell', report);
    const [{ openGates }, { publishRemote }] = await Promise.all([import('./gates'), import('./publish-remote')]); // no other verb needs them
    const gates = openGates(store, report);
    try {
      await building;
      if (!existsSync(path.join(remoteFolder(remote), 'dist/build.json'))) throw new ReleaseRefused(`${remote} was not built`);
      return await publishRemote(remote, store, why, undefined, { target, report, gates: gates.all });
    } finally {
      await gates.close();
    }
  },
};

import { existsSync } from 'node:fs';
import path from 'node:path';
import { ownServes, ReleaseRefused, readSite } from '@carry/releases';
import type { CliEnvironment } from '@carry/releases/cli';
import { defaultDataFolder, remoteFolder, remotes, root } from 'workspace';
import { localSecrets } from 'workspace/secrets';
import { photograph, triesLike } from 'workspace/try-candidate';

const siteUrl = process.env['SITE_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`;

export const environment: CliEnvironment = {
  defaultStore: path.join(defaultDataFolder, 'releases'),
  siteUrl,
  previewSecret: process.env['PREVIEW_SECRET'] ?? localSecrets(defaultDataFolder).PREVIEW_SECRET,
  serves: ownServes,
  shellFolder: path.join(root, 'shell/dist/web'),
  buildConsole: () => import('workspace/build-console').then((module) => module.buildConsole()),
  async prepare(store) {
    const { installOwnSite } = await import('workspace/site');
    // install the site file in an external store only once
    if (store.name === environment.defaultStore || !(await readSite(store)))
      await installOwnSite(store);
  },
  tryCandidate: triesLike(siteUrl),
  photograph,
  inspect: (...about) =>
    import('shell/inspect-sent').then(({ inspectSent }) => inspectSent(...about)),
  checkFiles: (build) =>
    import('shell/inspect-sent').then(({ checkFilesSent }) => checkFilesSent(build)),
  async publish(remote, { store, why, target, report = () => {}, summary }) {
    if (!remotes.includes(remote))
      throw new ReleaseRefused(`unknown remote ${remote}; choose from ${remotes.join(', ')}`);
    // load the bundler on demand: refusals stay fast
    const { buildPackage } = await import('workspace/build-package');
    report(`building ${remote}`);
    const building = buildPackage(remote, report, { checks: false });
    building.catch(() => {}); // awaited below
    await buildPackage('shell', report);
    const [{ openGate }, { startSite }, { publishRemote }] = await Promise.all([
      import('@carry/releases/gates'),
      import('workspace/start-site'),
      import('workspace/publish-remote'),
    ]);
    const gate = store.admit ? null : openGate({ store, startSite, report }); // a release server has its own
    try {
      const keepBuild = await building;
      if (!existsSync(path.join(remoteFolder(remote), 'dist/build.json')))
        throw new ReleaseRefused(`${remote} has no build; run npm run build`);
      const options = { why, target, report, summary, gates: gate ? [gate.tryOnSite] : [] };
      const published = await publishRemote(remote, store, options);
      keepBuild();
      return published;
    } finally {
      await gate?.close();
    }
  },
};

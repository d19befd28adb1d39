import { publish, ReleaseRefused, readGitCommit, readSite } from '@carry/releases';
import { type CliEnvironment, runReleases } from '@carry/releases/cli';
import { withFolderLock } from './folder-lock';
import { assertKitFits } from './live-site/public-site';
import { prepare } from './pack';
import type { Project } from './project';

export const createEnvironment = (project: Project): CliEnvironment => ({
  command: 'npx carry-remote releases',
  defaultStore: project.releases ?? null,
  siteUrl: project.site ?? 'http://localhost:3000',
  previewSecret: '',
  async publish(remote, { store, why, target, report = () => {}, summary }) {
    if (remote !== project.name)
      throw new ReleaseRefused(`this repository publishes ${project.name}, not ${remote}`);
    if (!store.admit)
      throw new ReleaseRefused(
        `${store.name} is not a release server, so it cannot test ${remote} on the site; pass one with --to, or set "carry": { "releases": … } in package.json`,
      );
    const { serves } = (await readSite(store)) ?? {};
    if (serves) assertKitFits(project, { serves });
    return withFolderLock(project, async () => {
      const commit = readGitCommit(project.folder, summary); // a build may write files that git does not ignore
      report(`building ${remote}`);
      const dist = await prepare(project, { checks: false });
      return publish({ dist, store, commit, why, target, report });
    });
  },
});

export const releases = (project: Project, args: string[]): Promise<number> =>
  runReleases(args, createEnvironment(project));

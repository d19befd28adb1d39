import path from 'node:path';
import { publish, ReleaseRefused } from '@carry/releases';
import { type CliEnvironment, runReleases } from '@carry/releases/cli';
import { commitOf } from '@carry/releases/commit';
import type { Project } from './project';
import { build } from './run';

/** What the release commands are given in the repository of one remote: the release server tries what is sent. */
const environmentOf = (project: Project): CliEnvironment => ({
  defaultStore: project.releases ?? '.data/releases',
  siteUrl: project.site ?? 'http://localhost:3000',
  previewSecret: '',
  async publish(remote, { store, why, target, report = () => {} }) {
    if (remote !== project.name)
      throw new ReleaseRefused(`this is the repository of ${project.name}, not of ${remote}`);
    if (!store.admit)
      throw new ReleaseRefused(
        `${store.name} is not a release server, which would try ${remote} on the site; name one with --to, or as "releases" in package.json`,
      );
    report(`building ${remote}`);
    await build(project);
    const dist = path.join(project.folder, 'dist');
    return publish({ dist, store, commit: commitOf(project.folder), why, target, report });
  },
});

/** Runs a release command; answers its exit code. */
export const releases = (project: Project, args: string[]): Promise<number> =>
  runReleases(args, environmentOf(project));

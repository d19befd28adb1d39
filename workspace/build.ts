import { DirectoryStore } from 'registry';
import { buildPackage, type Report } from './build-package';
import { publishRemote } from './publish-remote';
import { remotes } from './workspace';

/** Builds the shell and the remotes and publishes the remotes to a store. */
export async function buildAndPublish(storeDirectory: string, report: Report = console.log): Promise<void> {
  const packages = ['shell', ...remotes];
  await Promise.all(
    [0, 1].map((half) =>
      buildSeveral(
        packages.filter((_, index) => index % 2 === half),
        report,
      ),
    ),
  ); // two at a time
  const store = new DirectoryStore(storeDirectory);
  for (const remote of remotes) {
    const { version, outcome } = await publishRemote(remote, store);
    report(`${outcome === 'published' ? 'published' : 'unchanged'} ${remote}@${version}`);
  }
}

async function buildSeveral(names: string[], report: Report): Promise<void> {
  for (const name of names) await buildPackage(name, report);
}

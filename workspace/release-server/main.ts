// The release server alone: takes what teams send, tries it on the whole site, and writes the store.
import { readEnvironment } from '@carry/contracts/environment';
import { runReleases } from '@carry/releases/cli';
import { tryCandidate } from '../try-candidate';
import { releaseServerVariables } from './variables';

try {
  const values = readEnvironment(releaseServerVariables, process.env);
  process.exitCode = await runReleases(
    ['serve', '--store', values.RELEASES_STORE, '--port', String(values.RELEASES_PORT)],
    {
      defaultStore: values.RELEASES_STORE,
      siteUrl: values.SITE_URL,
      previewSecret: values.PREVIEW_SECRET,
      tryCandidate,
    },
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

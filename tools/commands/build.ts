// npm run build: builds all packages, packs the published ones and publishes changed remotes to the local store, unless RELEASES_STORE is set.
import path from 'node:path';
import { checkLibraries } from 'workspace/libraries/check';
import { buildForStart } from 'workspace/local-store';

async function build(): Promise<void> {
  await buildForStart();
  for (const file of await checkLibraries()) console.log(`packed ${path.basename(file)}`);
}

build().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

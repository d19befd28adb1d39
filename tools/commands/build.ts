// npm run build: builds everything, packs what teams install, and publishes what changed to the local store; where RELEASES_STORE names one, nothing.
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

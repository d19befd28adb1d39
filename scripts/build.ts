// npm run build: builds everything and publishes the four remotes to the local store.
import path from 'node:path';
import { defaultDataFolder } from 'workspace';
import { buildAndPublish } from 'workspace/build';

buildAndPublish(process.env.RELEASES_STORE ?? path.join(defaultDataFolder, 'releases')).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

// npm run build: builds everything; publishes what changed to the local store, and nothing where RELEASES_STORE names one.
import { buildForStart } from 'workspace/local-store';

buildForStart().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

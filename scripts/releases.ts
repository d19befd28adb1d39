// pnpm releases <verb>
import { runReleases } from 'registry/cli';
import { surroundings } from './release-desk';

process.exitCode = await runReleases(process.argv.slice(2), surroundings);

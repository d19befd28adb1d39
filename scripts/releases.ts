// pnpm releases <command>
import { runReleases } from 'registry/cli';
import { environment } from './release-environment';

process.exitCode = await runReleases(process.argv.slice(2), environment);

import { runReleases } from '@carry/releases/cli';
import { environment } from './release-environment';

const isNoisy =
  process.env['npm_config_user_agent']?.startsWith('npm/') &&
  process.env['npm_config_loglevel'] !== 'silent';
const args = process.argv.slice(2);
if (args.includes('--json') && isNoisy && !process.stdout.isTTY)
  console.error("npm printed lines before the JSON; use 'npm run -s releases'");
process.exitCode = await runReleases(args, environment);

// pnpm releases <command>
import { runReleases } from 'registry/cli';
import { environment } from './release-environment';

const { npm_config_user_agent: agent = '', npm_config_loglevel: level } = process.env;
const args = process.argv.slice(2);
if (args.includes('--json') && agent.startsWith('npm/') && level !== 'silent' && !process.stdout.isTTY)
  console.error("npm has printed lines before the document: 'npm run -s releases' prints it alone");
process.exitCode = await runReleases(args, environment);

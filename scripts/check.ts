// pnpm check: every check:* script of package.json.
import { runChecks } from './run-checks';

const results = runChecks();
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

// npm run check [-- NAME…]: all checks, or those that are named.
import { runChecks } from './run-checks';

const results = runChecks(process.argv.slice(2));
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

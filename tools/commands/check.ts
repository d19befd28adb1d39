// npm run check [-- NAME…]: runs all checks, or the given ones.
import { runChecks } from './run-checks';

const results = await runChecks(process.argv.slice(2));
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

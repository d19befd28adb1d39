// npm run check [-- NAME…]: runs all checks, or the given ones.
import { runChecks } from './run-checks';

try {
  const results = await runChecks(process.argv.slice(2));
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

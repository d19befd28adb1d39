import { ConfigError } from '@carry/contracts/environment';
import { runOperator } from './cli';
import { readOperatorEnvironment } from './environment';

try {
  process.exitCode = await runOperator(process.argv.slice(2), readOperatorEnvironment(process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

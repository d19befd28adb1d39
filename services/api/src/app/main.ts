import { ConfigError } from '@carry/contracts/environment';
import { startTracing } from 'server-kit/start-tracing';
import { readConfig } from '../core/config';
import { describeError, log } from '../core/process/log';
import { startApi } from './start';

/** Forces an exit if graceful shutdown hangs; platforms kill after ten seconds. */
const STOP_MS = 9500;

try {
  const config = readConfig(process.env);
  const endTraces = await startTracing('carry-api', config.tracing, log);
  const api = await startApi(config);
  console.log(`api   ${config.url} (${api.kind})`);
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void api
      .close()
      .then(endTraces)
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop); // parent process exited
  if (process.connected === false) stop(); // it exited during startup
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE'
      ? `API_PORT ${process.env['API_PORT'] ?? 4000} is in use; set API_PORT to another port`
      : startFault(error),
  );
  process.exit(1);
}

function startFault(error: unknown): string {
  if (
    error instanceof ConfigError ||
    (error instanceof Error && error.name === 'Error' && !('code' in error))
  )
    return error.message;
  return `The API cannot start: ${describeError(error)}`;
}

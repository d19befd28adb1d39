import { ConfigError } from '@carry/contracts/environment';
import { runService } from 'server-kit/run-service';
import { startTracing } from 'server-kit/tracing';
import { readConfig } from '../core/config';
import { describeError, log } from '../core/process/log';
import { startApi } from './start';

function describeFault(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE')
    return `API_PORT ${process.env['API_PORT'] ?? 4000} is in use; set API_PORT to another port`;
  const isOurs = error instanceof ConfigError || (error.name === 'Error' && !('code' in error));
  return isOurs ? error.message : `The API cannot start: ${describeError(error)}`;
}

await runService(async () => {
  const config = readConfig(process.env);
  const endTraces = await startTracing('carry-api', config.tracing, log);
  const api = await startApi(config);
  console.log(`api   ${config.url} (${api.kind})`);
  return { close: () => api.close().then(endTraces) };
}, describeFault);

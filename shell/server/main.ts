// Entry point of the site server. The API runs elsewhere (`API_URL`).
import path from 'node:path';
import { runService } from 'server-kit/run-service';
import { startTracing } from 'server-kit/tracing';
import { readConfig } from './config/config';
import { log } from './monitoring/observe';
import { startShell } from './start';

await runService(
  async () => {
    const config = readConfig(process.env, {
      store: path.resolve('.data/releases'),
      lastGood: path.resolve('.data/last-good'),
    });
    log.level = config.logLevel;
    const endTraces = await startTracing('carry-site', config.tracing, log);
    const shell = await startShell(config, (line, event) => log.warn(event, line));
    console.log(`site  http://localhost:${config.port}`);
    return { close: () => shell.close().then(endTraces) };
  },
  ({ code, message }) =>
    code === 'EADDRINUSE'
      ? `PORT ${process.env['PORT'] ?? 3000} is in use; set PORT to another one`
      : message,
);

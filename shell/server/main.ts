// Entry point of the site server. The API runs elsewhere (`API_URL`).
import path from 'node:path';
import { startTracing } from 'server-kit/start-tracing';
import { readConfig } from './config/config';
import { log } from './monitoring/log';
import { startShell } from './start';

try {
  const config = readConfig(process.env, {
    store: path.resolve('.data/releases'),
    lastGood: path.resolve('.data/last-good'),
  });
  log.level = config.logLevel;
  const endTraces = await startTracing('carry-site', config.tracing, log);
  const shell = await startShell(config, (line) => log.warn(line));
  console.log(`site  http://localhost:${config.port}`);
  const stop = () =>
    void shell
      .close()
      .then(endTraces)
      .then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop); // the parent process exited
  if (process.connected === false) stop();
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE'
      ? `PORT ${process.env['PORT'] ?? 3000} is in use; set PORT to another one`
      : message,
  );
  process.exit(1);
}

import { readEnvironment } from '@carry/contracts/environment';
import { runReleases } from '@carry/releases/cli';
import { createLog } from 'server-kit/log';
import { startTracing } from 'server-kit/start-tracing';
import { triesOf } from '../processes/try-candidate';
import { observeReleases } from './observe';
import { releaseServerVariables } from './variables';

const log = createLog('releases');

try {
  const values = readEnvironment(releaseServerVariables, process.env);
  log.level = values.LOG_LEVEL;
  const endTraces = await startTracing(
    'carry-releases',
    { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? '', share: values.OTEL_TRACES_SAMPLER_ARG },
    log,
  );
  process.exitCode = await runReleases(
    [
      'serve',
      ...['--store', values.RELEASES_STORE],
      ...['--port', String(values.RELEASES_PORT)],
      ...['--host', values.HOST],
    ],
    {
      defaultStore: values.RELEASES_STORE,
      siteUrl: values.SITE_URL,
      previewSecret: values.PREVIEW_SECRET,
      ...triesOf(values.SITE_URL),
      following: observeReleases(log, values.STATUS_TOKEN),
    },
  );
  await endTraces();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

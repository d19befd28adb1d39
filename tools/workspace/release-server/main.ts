import { readEnvironment } from '@carry/contracts/environment';
import { releaseVariables } from '@carry/releases';
import { runReleases } from '@carry/releases/cli';
import { createLog } from 'server-kit/log';
import { startTracing } from 'server-kit/tracing';
import { createTrials } from '../processes/try-candidate';
import { observeReleases } from './observe';
import { releaseServerVariables } from './variables';

const log = createLog('releases');

async function serve(): Promise<number> {
  const values = readEnvironment(releaseServerVariables, process.env);
  log.level = values.LOG_LEVEL;
  const endTraces = await startTracing(
    'carry-releases',
    { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? '', share: values.OTEL_TRACES_SAMPLER_ARG },
    log,
  );
  const code = await runReleases(
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
      ...createTrials(values.SITE_URL),
      following: observeReleases(log, values.STATUS_TOKEN),
    },
  );
  await endTraces();
  return code;
}

/** Runs a release command where the bucket can be reached from this machine only, such as `gc`. */
function runCommand(words: string[]): Promise<number> {
  const values = readEnvironment(releaseVariables, process.env);
  return runReleases(words, {
    defaultStore: values.RELEASES_STORE ?? null,
    siteUrl: values.SITE_URL ?? 'http://localhost:3000',
    previewSecret: values.PREVIEW_SECRET ?? '',
  });
}

try {
  const words = process.argv.slice(2);
  process.exitCode = words.length > 0 ? await runCommand(words) : await serve();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

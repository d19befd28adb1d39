// The release server alone: takes what teams send, tries it on the whole site, and writes the store.
import { readEnvironment } from '@carry/contracts/environment';
import { type Following, runReleases } from '@carry/releases/cli';
import { startTracing } from 'server-kit/start-tracing';
import { inRequest, inSpan } from 'server-kit/tracing';
import { tryCandidate } from '../try-candidate';
import { releaseServerVariables } from './variables';

const following: Following = {
  request: (asked, run) => inRequest(asked, run),
  step: inSpan,
};

try {
  const values = readEnvironment(releaseServerVariables, process.env);
  const endTraces = await startTracing(
    'carry-releases',
    { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? '', share: values.OTEL_TRACES_SAMPLER_ARG },
    console,
  );
  process.exitCode = await runReleases(
    ['serve', '--store', values.RELEASES_STORE, '--port', String(values.RELEASES_PORT)],
    {
      defaultStore: values.RELEASES_STORE,
      siteUrl: values.SITE_URL,
      previewSecret: values.PREVIEW_SECRET,
      tryCandidate,
      following,
    },
  );
  await endTraces();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

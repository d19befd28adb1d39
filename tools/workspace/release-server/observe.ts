import { ReleaseConflict, ReleaseRefused, Untrusted } from '@carry/releases';
import type { Following } from '@carry/releases/cli';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Log, loggedEvents, scrub } from 'server-kit/log';
import { isProbe } from 'server-kit/observe';
import { droppedLines } from 'server-kit/output';
import { inRequest, inSpan } from 'server-kit/tracing';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Returns the outcome of a failed upload: `refused` is the fault of the release, `failed` of the server. */
function getOutcome(error: unknown): string {
  if (error instanceof ReleaseConflict) return 'conflict';
  return error instanceof ReleaseRefused || error instanceof Untrusted ? 'refused' : 'failed';
}

export function createReleaseMetrics() {
  const registry = new Registry();
  const registers = [registry];
  new Counter({
    name: 'carry_releases_log_lines_dropped_total',
    help: 'Log lines dropped because the output failed.',
    registers,
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  new Counter({
    name: 'carry_releases_events_total',
    help: 'Security events in the log, by code.',
    labelNames: ['code'] as const,
    registers,
    collect() {
      this.reset();
      for (const [code, times] of loggedEvents()) this.inc({ code }, times);
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'carry_releases_request_seconds',
      help: 'Duration of requests by route pattern.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    steps: new Histogram({
      name: 'carry_releases_step_seconds',
      help: 'Duration of the steps of accepting a release.',
      labelNames: ['step'] as const,
      buckets: SECONDS,
      registers,
    }),
    running: new Gauge({
      name: 'carry_releases_steps_running',
      help: 'Releases in each step now; `wait`: in the queue.',
      labelNames: ['step'] as const,
      registers,
    }),
    taken: new Counter({
      name: 'carry_releases_taken_in_total',
      help: 'Uploaded releases by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
  };
}

export function observeReleases(log: Log, token: string | undefined): Following {
  const { registry, requests, steps, running, taken } = createReleaseMetrics();
  for (const outcome of ['stored', 'refused', 'conflict', 'failed']) taken.inc({ outcome }, 0);
  return {
    info: (line) => log.info(scrub(line)),
    log: (line, event) => log.warn(event, scrub(line)),
    measured: token ? { token, read: () => registry.metrics() } : null,
    request: (request, run) =>
      inRequest(request, async () => {
        const end = requests.startTimer();
        const answered = await run();
        const { id, method, route, status } = answered;
        const ms = Math.round(end({ method, route, status }) * 1000);
        log[isProbe(route) ? 'debug' : 'info']({ id, method, route, status, ms }, 'request');
        return answered;
      }),
    step: (step, about, run) =>
      inSpan(step, about, async () => {
        const end = steps.startTimer({ step });
        running.inc({ step });
        try {
          const made = await run();
          if (step === 'release') taken.inc({ outcome: 'stored' });
          return made;
        } catch (error) {
          if (step === 'release') taken.inc({ outcome: getOutcome(error) });
          throw error;
        } finally {
          running.dec({ step });
          end();
        }
      }),
  };
}

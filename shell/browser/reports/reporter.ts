import {
  type FrameFailure,
  MAX_REPORTS,
  type Report,
  type ReportBatch,
} from '../../universal/failures/report';
import type { ReleaseRef } from '../../universal/page/boot';

type Release = Pick<ReleaseRef, 'name' | 'version'>;

const FLUSH_DELAY_MS = 3000;
/** Failures count again after this time: the navigation may be cancelled or become a download. */
const DEPARTURE_MS = 10_000;
const URL_OF = /\/remotes\/(mf-[a-z0-9-]+)\/(\d+\.\d+\.\d+-[a-f0-9]{12})\//;

const FRAME_URL = /\/assets\/[\w./-]{1,100}:\d{1,7}:\d{1,7}/;
const EXTENSION = /\b[a-z-]+-extension:\/\//;

/** Describes an error without its message, which may contain personal data. */
function describe(error: unknown): FrameFailure {
  const { name = '', stack = '' } = error instanceof Error ? error : {};
  const at = FRAME_URL.exec(stack)?.[0];
  return { name: /^\w{1,40}$/.test(name) ? name : 'Error', ...(at && { at }) };
}

/** Calls back when the page unloads, and when it stays or returns. A page that returns from the bfcache is measured again. */
function followDepartures(reported: Set<string>, leave: (leaving: boolean) => void): void {
  window.addEventListener('beforeunload', (event: Event) => {
    if (event instanceof CustomEvent) return; // `hasUnsavedChanges` asks
    leave(true);
    setTimeout(() => leave(false), DEPARTURE_MS);
  });
  window.addEventListener('pagehide', () => leave(true));
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    leave(false);
    for (const key of reported) if (key.startsWith('vital ')) reported.delete(key);
  });
}

/** `answers` is called when the page responds to its visitor; `answered` resolves then, in ms since the navigation began. */
function waitForAnswer() {
  let answers = () => {};
  const answered = new Promise<number>((resolve) => {
    answers = () => resolve(performance.now());
  });
  return { answers, answered };
}

/** Creates the reporter of release failures and web vitals. With `view` null, it sends no reports. */
export function createReporter(
  view: string | null,
  pageRelease: { name: string; version: string } | null,
) {
  const reported = new Set<string>();
  let queue: Report[] = [];
  let frame: FrameFailure | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving = false;
  const answer = waitForAnswer();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!view || (queue.length === 0 && !frame)) return;
    const body: ReportBatch = { view, reports: queue.splice(0, MAX_REPORTS), frame };
    queue = [];
    frame = undefined;
    void fetch('/_shell/reports', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => {}); // a lost report must not cause another
  }

  function add(report: Report): void {
    const key = `${report.kind} ${report.remote} ${report.release} ${report.metric}`;
    if (!view || reported.has(key) || report.release === 'dev') return;
    reported.add(key);
    queue.push(report);
    timer ??= setTimeout(flush, FLUSH_DELAY_MS);
  }

  function blame(stack: unknown): void {
    const [, remote, release] = URL_OF.exec(String(stack)) ?? [];
    if (EXTENSION.test(String(stack))) return; // an extension may have caused the error
    if (remote && release && !leaving) add({ kind: 'rejection', remote, release });
  }

  return {
    flush,
    ...answer,
    /** Reports a release that works, once the page responds: a visitor may leave before. */
    used: (remote: string, release: string) =>
      void answer.answered.then(() => add({ kind: 'used', remote, release })),
    failed(kind: 'load' | 'render', { name: remote, version: release }: Release, phase?: string) {
      if (leaving) return; // the browser aborts requests of a page that unloads
      add({ kind: 'used', remote, release });
      add({ kind, remote, release, phase });
    },
    /** Reports a failed frame at once, because the visitor is about to reload. */
    frameFailed(error: unknown) {
      if (leaving) return;
      frame = describe(error);
      flush();
    },
    vital(metric: NonNullable<Report['metric']>, value: number) {
      if (pageRelease?.version)
        add({
          kind: 'vital',
          remote: pageRelease.name,
          release: pageRelease.version,
          metric,
          value: Math.round(value * 1000) / 1000,
        });
    },
    /** Reports uncaught errors, and flushes the queue when the page is hidden. */
    listen() {
      followDepartures(reported, (now) => {
        leaving = now;
      });
      window.addEventListener('unhandledrejection', ({ reason }) => blame(reason?.stack));
      window.addEventListener('error', ({ error, filename }) =>
        blame(`${error?.stack} ${filename}`),
      );
      window.addEventListener(
        'visibilitychange',
        () => document.visibilityState === 'hidden' && flush(),
      );
    },
  };
}

export type Reporter = ReturnType<typeof createReporter>;

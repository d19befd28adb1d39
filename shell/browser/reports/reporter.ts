import {
  type FrameFailure,
  MAX_REPORTS,
  type Report,
  type ReportBatch,
} from '../../universal/failures/report';
import type { ReleaseRef } from '../../universal/page/boot';

type Release = Pick<ReleaseRef, 'name' | 'version'>;

/** `route`: pattern of the route that failed; by default, the one that the visitor is on. */
export interface FailurePlace {
  phase?: string;
  route?: string;
}

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

/** Returns the release whose file is in a stack; null if an extension may have caused the error. */
function findRelease(stack: string): Pick<Report, 'remote' | 'release'> | null {
  const [, remote, release] = URL_OF.exec(stack) ?? [];
  return remote && release && !EXTENSION.test(stack) ? { remote, release } : null;
}

function send(body: ReportBatch): void {
  void fetch('/_shell/reports', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {}); // a lost report must not cause another
}

function onUncaughtError(report: (stack: string) => void): void {
  window.addEventListener('unhandledrejection', ({ reason }) => report(String(reason?.stack)));
  window.addEventListener('error', ({ error, filename }) => report(`${error?.stack} ${filename}`));
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

function waitForResponse() {
  let responds = () => {};
  const responded = new Promise<number>((resolve) => {
    responds = () => resolve(performance.now());
  });
  return { responds, responded };
}

/** Creates the reporter of release failures and web vitals. With `view` null, it sends no reports. `getOwner`: owner of the shown page. */
export function createReporter(
  view: string | null,
  pageRelease: { name: string; version: string } | null,
  getOwner: () => { release: { name: string }; pattern: string } | null = () => null,
) {
  const reported = new Set<string>();
  let queue: Report[] = [];
  let frame: FrameFailure | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving = false;
  const response = waitForResponse();
  const getRoute = () => getOwner()?.pattern;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!view || (queue.length === 0 && !frame)) return;
    const body: ReportBatch = { view, reports: queue.splice(0, MAX_REPORTS), frame };
    queue = [];
    frame = undefined;
    send(body);
  }

  function add(report: Report): void {
    const { kind, remote, release, metric, route } = report;
    const key = `${kind} ${remote} ${release} ${metric} ${route}`;
    if (!view || reported.has(key) || release === 'dev') return;
    reported.add(key);
    queue.push(report);
    timer ??= setTimeout(flush, FLUSH_DELAY_MS);
  }

  function blame(stack: string): void {
    const release = findRelease(stack);
    if (release && !leaving) add({ kind: 'rejection', ...release, route: getRoute() });
  }

  return {
    flush,
    ...response,
    isOnOwnPage: () => getOwner()?.release.name === pageRelease?.name,
    /** Reports a release that works, once the page responds: a visitor may leave before. */
    used: (remote: string, release: string, route = getRoute()) =>
      void response.responded.then(() => add({ kind: 'used', remote, release, route })),
    failed(
      kind: 'load' | 'render',
      { name: remote, version: release }: Release,
      { phase, route = getRoute() }: FailurePlace = {},
    ) {
      if (leaving) return; // the browser aborts requests of a page that unloads
      add({ kind: 'used', remote, release, route });
      add({ kind, remote, release, phase, route });
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
    listen() {
      followDepartures(reported, (now) => {
        leaving = now;
      });
      onUncaughtError(blame);
      window.addEventListener(
        'visibilitychange',
        () => document.visibilityState === 'hidden' && flush(),
      );
    },
  };
}

export type Reporter = ReturnType<typeof createReporter>;

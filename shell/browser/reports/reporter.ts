import {
  type FrameFailure,
  MAX_REPORTS,
  type Report,
  type ReportBatch,
} from '../../universal/failures/report';

const PATIENCE_MS = 3000;
/** How long a document navigation may run before failures count again; it may be cancelled or become a download. */
const DEPARTURE_MS = 10_000;
const URL_OF = /\/remotes\/(mf-[a-z0-9-]+)\/(\d+\.\d+\.\d+-[a-f0-9]{12})\//;

/** A place in a file of the shell, in a stack. */
const FRAME_URL = /\/assets\/[\w./-]{1,100}:\d{1,7}:\d{1,7}/;
/** Software of the visitor, in a stack. */
const EXTENSION = /\b[a-z-]+-extension:\/\//;

/** Describes an error without its message, which may hold what a visitor typed. */
function describe(error: unknown): FrameFailure {
  const { name = '', stack = '' } = error instanceof Error ? error : {};
  const at = FRAME_URL.exec(stack)?.[0];
  return { name: /^\w{1,40}$/.test(name) ? name : 'Error', ...(at && { at }) };
}

/** Calls back when the page is being left, and when it stays after all. */
function followDepartures(leave: (leaving: boolean) => void): void {
  window.addEventListener('beforeunload', () => {
    leave(true);
    setTimeout(() => leave(false), DEPARTURE_MS);
  });
  window.addEventListener('pagehide', () => leave(true));
  window.addEventListener('pageshow', ({ persisted }) => persisted && leave(false));
}

/** Tells the site how its releases do on this page; nothing about the visitor. `view` null: it stays silent. */
export function createReporter(view: string | null, own: { name: string; version: string } | null) {
  const reported = new Set<string>();
  let queue: Report[] = [];
  let frame: FrameFailure | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!view || (queue.length === 0 && !frame)) return;
    const body: ReportBatch = { view, reports: queue.splice(0, MAX_REPORTS), frame };
    queue = [];
    frame = undefined;
    // keepalive: also from a page that is being left
    void fetch('/_shell/reports', {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => {});
  }

  function add(report: Report): void {
    const key = `${report.kind} ${report.remote} ${report.release} ${report.metric}`;
    if (!view || reported.has(key) || report.release === 'dev') return; // a development server has no release to judge
    reported.add(key);
    queue.push(report);
    timer ??= setTimeout(flush, PATIENCE_MS);
  }

  /** Blames the release whose file is in a stack. */
  function blame(stack: unknown): void {
    const [, remote, release] = URL_OF.exec(String(stack)) ?? [];
    if (EXTENSION.test(String(stack))) return; // it ran between
    if (remote && release && !leaving) add({ kind: 'rejection', remote, release });
  }

  return {
    flush,
    used: (remote: string, release: string) => add({ kind: 'used', remote, release }),
    failed(kind: 'load' | 'render', remote: string, release: string, phase?: string) {
      if (leaving) return; // the browser aborts requests of a page that unloads
      add({ kind: 'used', remote, release });
      add({ kind, remote, release, phase });
    },
    /** Reports at once that an error replaced the frame: its visitor is about to reload. */
    frameFailed(error: unknown) {
      if (leaving) return;
      frame = describe(error);
      flush();
    },
    vital(metric: NonNullable<Report['metric']>, value: number) {
      if (own?.version)
        add({
          kind: 'vital',
          remote: own.name,
          release: own.version,
          metric,
          value: Math.round(value * 1000) / 1000,
        });
    },
    /** Listens to what nobody caught, and sends what is waiting when the page is left. */
    listen() {
      followDepartures((now) => {
        leaving = now;
      });
      window.addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return;
        for (const key of reported) if (key.startsWith('vital ')) reported.delete(key); // measured again after a restore from the back/forward cache
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

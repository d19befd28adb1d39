import { MAX_REPORTS, type Report, type ReportBatch } from '../../universal/failures/report';

const PATIENCE_MS = 3000;
/** How long a document navigation may run before failures count again; it may be cancelled or become a download. */
const DEPARTURE_MS = 10_000;
const URL_OF = /\/remotes\/(mf-[a-z0-9-]+)\/(\d+\.\d+\.\d+-[a-f0-9]{12})\//;

/** Tells the site how its releases do on this page; nothing about the visitor. `view` null: it stays silent. */
export function createReporter(view: string | null, own: { name: string; version: string } | null) {
  const reported = new Set<string>();
  let queue: Report[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaving = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!view || queue.length === 0) return;
    const body: ReportBatch = { view, reports: queue.splice(0, MAX_REPORTS) };
    queue = [];
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
      window.addEventListener('beforeunload', () => {
        leaving = true;
        setTimeout(() => {
          leaving = false;
        }, DEPARTURE_MS);
      });
      window.addEventListener('pagehide', () => {
        leaving = true;
      });
      window.addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return;
        leaving = false;
        for (const key of reported) if (key.startsWith('vital ')) reported.delete(key); // a page from the back/forward cache is measured anew
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

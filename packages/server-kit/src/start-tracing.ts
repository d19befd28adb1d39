/** Where traces go, and how many. */
export interface TracingSetup {
  /** Base URL of an OTLP collector; empty: there are no traces. */
  endpoint: string;
  /** Share of the requests, from 0 to 1, that are traced; those that come with a parent are as the parent says, at most so many. */
  share: number;
}

const STOP_MS = 1000;

/** Starts to trace this process, where its configuration says so; answers the end of it, which waits a second at most for a collector that does not answer. */
export async function startTracing(
  service: string,
  { endpoint, share }: TracingSetup,
  log: { warn(line: string): void },
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const { registerTracing } = await import('./tracing-sdk');
  const provider = registerTracing({ service, endpoint, share, say: (line) => log.warn(line) });
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS);
    });
    await Promise.race([provider.shutdown().catch(() => {}), late]);
    clearTimeout(timer);
  };
}

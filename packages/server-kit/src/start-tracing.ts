export interface TracingSetup {
  /** Base URL of an OTLP collector; empty disables tracing. */
  endpoint: string;
  /** Sample rate, from 0 to 1. A sampled parent does not raise it. */
  share: number;
}

const STOP_MS = 1000;

/** Starts tracing if it is configured. Returns a function that flushes and stops it within a second. */
export async function startTracing(
  service: string,
  { endpoint, share }: TracingSetup,
  log: { warn(line: string): void },
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const { registerTracing } = await import('./tracing-sdk');
  const provider = registerTracing({ service, endpoint, share, warn: (line) => log.warn(line) });
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS);
    });
    // lost spans must not fail a shutdown
    await Promise.race([provider.shutdown().catch(() => {}), timeout]);
    clearTimeout(timer);
  };
}

/** Ends a shutdown that hangs; platforms kill after ten seconds. */
const STOP_MS = 9500;

/** Runs a service until SIGTERM, SIGINT or the exit of the parent process. If the start fails, prints the error as `describe` words it and exits with 1. */
export async function runService(
  start: () => Promise<{ close(): Promise<unknown> }>,
  describe: (error: NodeJS.ErrnoException) => string = ({ message }) => message,
): Promise<void> {
  // before the start: Node as PID 1 ignores signals without a listener
  const stopped = new Promise<void>((stop) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop());
    process.once('disconnect', stop);
    if (process.connected === false) stop(); // the parent has exited already
  });
  void stopped.then(() => setTimeout(() => process.exit(1), STOP_MS).unref());
  try {
    const service = await start();
    void stopped.then(() => service.close()).then(() => process.exit(0));
  } catch (error) {
    console.error(describe(error as NodeJS.ErrnoException));
    process.exit(1);
  }
}

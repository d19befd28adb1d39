import type { CliEnvironment } from '@carry/releases/cli';

/** Runs the gates on a candidate that was sent, on the whole site with the shell that is built here. */
export const tryCandidate: NonNullable<CliEnvironment['tryCandidate']> = async (
  store,
  candidate,
  dist,
  report,
  signal,
) => {
  const [{ openGates }, { startSite }] = await Promise.all([
    import('@carry/releases/gates'),
    import('./start-site'),
  ]);
  const gates = openGates(store, startSite, dist, report);
  signal.addEventListener('abort', gates.stop);
  try {
    signal.throwIfAborted();
    await Promise.all(gates.all.map((gate) => gate(candidate)));
  } finally {
    await gates.close();
  }
};

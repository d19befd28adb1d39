export type LoadPhase = 'composition' | 'entry' | 'contract' | 'routes' | 'render';

/** A remote that could not be shown: who, and how far it came. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  /** The release that failed, when the site has another one by now: a new page load may help. */
  stale: string | null = null;
  readonly remote: string;
  readonly phase: LoadPhase;

  constructor(remote: string, phase: LoadPhase, options?: ErrorOptions) {
    super(
      `${remote} failed (${phase}): ${options?.cause instanceof Error ? options.cause.message : 'no reason given'}`,
      options,
    );
    this.remote = remote;
    this.phase = phase;
  }
}

/** Rejects when `promise` takes longer than `ms`; its late result is ignored. */
export function withBudget<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

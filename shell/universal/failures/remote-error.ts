export type LoadPhase = 'composition' | 'entry' | 'contract' | 'routes' | 'render';

/** A remote failed to load or to render. `phase` is the step that failed. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  /** The failed release, if the site now serves another one, so a page reload may help. */
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

/** Rejects if `promise` takes longer than `ms`; ignores a late result. */
export function withBudget<T>(promise: Promise<T>, ms: number, subject: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${subject} took longer than ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

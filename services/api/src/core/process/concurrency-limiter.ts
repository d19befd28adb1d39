import { Problem } from '../errors/problem';

const RETRY_AFTER_S = '30';

interface Bounds {
  atOnce: number;
  maxWaiting: number;
  /** Sentence for the caller of one task too many. */
  refusal: string;
}

export class ConcurrencyLimiter {
  private readonly bounds: Bounds;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /** Throws 503 with `retry-after` if too many wait already. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const { atOnce, maxWaiting, refusal } = this.bounds;
    if (this.running < atOnce) this.running++;
    else if (this.waiting.length >= maxWaiting)
      throw new Problem(503, refusal, { headers: { 'retry-after': RETRY_AFTER_S } });
    else await new Promise<void>((resolve) => this.waiting.push(resolve)); // inherits the place
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

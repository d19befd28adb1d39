import type { Rendered } from './protocol';

/** One rendering that several visitors may wait for; when the last of them is gone, it is not wanted any more. */
export class SharedRender {
  readonly outcome: Promise<Rendered | null>;
  private readonly wanted = new AbortController();
  private waiting = 0;

  constructor(render: (wanted: AbortSignal) => Promise<Rendered | null>) {
    this.outcome = render(this.wanted.signal);
  }

  join(signal?: AbortSignal): Promise<Rendered | null> {
    this.waiting++;
    const leave = () => {
      if (--this.waiting === 0) this.wanted.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return this.outcome;
  }
}

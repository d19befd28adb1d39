/** A render shared by several visitors. It aborts when the last one disconnects. */
export class SharedRender<Page> {
  readonly outcome: Promise<Page>;
  private readonly controller = new AbortController();
  private waiting = 0;

  constructor(render: (signal: AbortSignal) => Promise<Page>) {
    this.outcome = render(this.controller.signal);
  }

  get abandoned(): boolean {
    return this.controller.signal.aborted;
  }

  /** A caller without a signal keeps the render alive. */
  join(signal?: AbortSignal): Promise<Page> {
    this.waiting++;
    const leave = () => {
      if (--this.waiting === 0) this.controller.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return this.outcome;
  }
}

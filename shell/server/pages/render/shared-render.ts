/** One rendering that several visitors may wait for; when the last of them is gone, it is not wanted any more. */
export class SharedRender<Page> {
  readonly outcome: Promise<Page>;
  private readonly wanted = new AbortController();
  private waiting = 0;

  constructor(render: (wanted: AbortSignal) => Promise<Page>) {
    this.outcome = render(this.wanted.signal);
  }

  get abandoned(): boolean {
    return this.wanted.signal.aborted;
  }

  /** Who joins without a signal never leaves. */
  join(signal?: AbortSignal): Promise<Page> {
    this.waiting++;
    const leave = () => {
      if (--this.waiting === 0) this.wanted.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return this.outcome;
  }
}

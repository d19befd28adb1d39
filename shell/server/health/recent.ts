const MINUTE_MS = 60_000;

/** Sliding-window counters by name, in minutes. */
export class Recent {
  private readonly minutes: { at: number; counts: Map<string, number> }[] = [];

  private readonly span: number;

  constructor(span = 10) {
    this.span = span;
  }

  add(name: string, now = performance.now()): void {
    const at = Math.floor(now / MINUTE_MS);
    let last = this.minutes.at(-1);
    if (last?.at !== at) {
      last = { at, counts: new Map() };
      this.minutes.push(last);
      while ((this.minutes[0]?.at ?? at) <= at - this.span) this.minutes.shift();
    }
    last.counts.set(name, (last.counts.get(name) ?? 0) + 1);
  }

  count(name: string, now = performance.now()): number {
    const oldest = Math.floor(now / MINUTE_MS) - this.span;
    return this.minutes.reduce(
      (sum, { at, counts }) => (at > oldest ? sum + (counts.get(name) ?? 0) : sum),
      0,
    );
  }
}

import type { CheckResult } from '@carry/contracts/console';

const MAX_PROBLEM = 1000;

export class CheckLog {
  private readonly entries: { name: string; ms: number | null; problem: string | null }[] = [];

  async run<Value>(name: string, check: () => Value | Promise<Value>): Promise<Value> {
    const entry: (typeof this.entries)[number] = { name, ms: null, problem: null };
    this.entries.push(entry);
    const started = performance.now();
    try {
      return await check();
    } catch (error) {
      entry.problem = (error as Error).message.slice(0, MAX_PROBLEM);
      throw error;
    } finally {
      entry.ms = Math.round(performance.now() - started);
    }
  }

  get results(): CheckResult[] {
    return this.entries.flatMap(({ ms, ...entry }) => (ms === null ? [] : [{ ...entry, ms }]));
  }
}

/** Isolates releases that hung, crashed or leaked: first a cooldown without renders, then a process of their own. */
export class ReleaseIsolation {
  private readonly coolingDown = new Map<string, number>();
  private readonly isolated = new Map<string, number>();

  private readonly cooldownMs: number;
  private readonly isolationMs: number;

  constructor(cooldownMs: number, isolationMs: number) {
    this.cooldownMs = cooldownMs;
    this.isolationMs = isolationMs;
  }

  /** For a certain offender: the cooldown avoids repeated deadlines. */
  coolDown(key: string): void {
    this.coolingDown.set(key, performance.now() + this.cooldownMs);
    this.isolate(key);
  }

  /** For a suspect: alone in a process, it can be attributed. */
  isolate(key: string): void {
    this.isolated.set(key, performance.now() + this.isolationMs);
  }

  isCoolingDown = (key: string): boolean => this.isActive(this.coolingDown, key);

  isIsolated = (key: string): boolean => this.isActive(this.isolated, key);

  get count(): number {
    return [...this.isolated.keys()].filter(this.isIsolated).length;
  }

  private isActive(until: Map<string, number>, key: string): boolean {
    const end = until.get(key);
    if (end === undefined) return false;
    if (end > performance.now()) return true;
    until.delete(key);
    return false;
  }
}

/** Releases that hung, crashed or leaked: for a while not rendered at all, and for a longer one in a process apart. */
export class ReleaseIsolation {
  private readonly coolingDown = new Map<string, number>();
  private readonly confined = new Map<string, number>();

  private readonly cooldownMs: number;
  private readonly confinedMs: number;

  constructor(cooldownMs: number, confinedMs: number) {
    this.cooldownMs = cooldownMs;
    this.confinedMs = confinedMs;
  }

  /** Its guilt is certain: it cools down first, so that it cannot cost its deadline again and again. */
  coolDown(key: string): void {
    this.coolingDown.set(key, Date.now() + this.cooldownMs);
    this.confine(key);
  }

  /** Under suspicion: where it is alone, it shows. */
  confine(key: string): void {
    this.confined.set(key, Date.now() + this.confinedMs);
  }

  isCoolingDown = (key: string): boolean => this.holds(this.coolingDown, key);

  isConfined = (key: string): boolean => this.holds(this.confined, key);

  get count(): number {
    return [...this.confined.keys()].filter(this.isConfined).length;
  }

  private holds(until: Map<string, number>, key: string): boolean {
    const end = until.get(key);
    if (end === undefined) return false;
    if (end > Date.now()) return true;
    until.delete(key);
    return false;
  }
}

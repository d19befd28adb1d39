type Entry = [name: string, value: string];

/** `FormData` for text fields only. */
export class FormData {
  #entries: Entry[] = [];

  append(name: unknown, value: unknown): void {
    this.#entries.push([`${name}`, `${value}`]);
  }

  delete(name: unknown): void {
    this.#entries = this.#entries.filter(([key]) => key !== `${name}`);
  }

  get(name: unknown): string | null {
    return this.getAll(name)[0] ?? null;
  }

  getAll(name: unknown): string[] {
    return this.#entries.filter(([key]) => key === `${name}`).map(([, value]) => value);
  }

  has(name: unknown): boolean {
    return this.getAll(name).length > 0;
  }

  set(name: unknown, value: unknown): void {
    this.delete(name);
    this.append(name, value);
  }

  forEach(work: (value: string, name: string, data: FormData) => void): void {
    for (const [name, value] of this) work(value, name, this);
  }

  *entries(): IterableIterator<Entry> {
    for (const [name, value] of this.#entries) yield [name, value];
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): IterableIterator<Entry> {
    return this.entries();
  }
}

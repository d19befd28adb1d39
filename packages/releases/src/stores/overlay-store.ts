import { MAX_OBJECT_BYTES } from '../limits/object-size';
import { assertStorePath, type Store, TooLarge } from './store';

/** Overlay with changes in memory; the store below is read only. */
export class OverlayStore implements Store {
  readonly name: string;
  readonly pollMs = 20;
  private readonly changes = new Map<string, { content: Buffer | null; at: Date }>();

  private readonly below: Store;

  constructor(below: Store) {
    this.below = below;

    this.name = `${below.name} (overlaid)`;
  }

  async read(path: string, maxBytes = MAX_OBJECT_BYTES): Promise<Buffer | null> {
    assertStorePath(path);
    const change = this.changes.get(path);
    if (!change) return this.below.read(path, maxBytes);
    if (change.content && change.content.length > maxBytes) throw new TooLarge(path, maxBytes);
    return change.content;
  }

  async write(path: string, content: Buffer): Promise<void> {
    assertStorePath(path);
    this.changes.set(path, { content, at: new Date() });
  }

  async compareAndSwap(path: string, expected: Buffer | null, content: Buffer): Promise<boolean> {
    const before = this.changes.get(path);
    const current = await this.read(path);
    const same = expected && current ? expected.equals(current) : expected === current;
    if (!same || this.changes.get(path) !== before) return false;
    await this.write(path, content);
    return true;
  }

  async list(prefix: string): Promise<string[]> {
    const folder = prefix && `${prefix.replace(/\/$/, '')}/`;
    const paths = new Set(await this.below.list(prefix));
    for (const [path, { content }] of this.changes) {
      if (!path.startsWith(folder)) continue;
      if (content) paths.add(path);
      else paths.delete(path);
    }
    return [...paths].sort();
  }

  async modified(path: string): Promise<Date | null> {
    const change = this.changes.get(path);
    if (!change) return this.below.modified(path);
    return change.content && change.at;
  }

  async remove(path: string): Promise<void> {
    this.changes.set(path, { content: null, at: new Date() });
  }

  async compareAndRemove(path: string, expected: Buffer): Promise<boolean> {
    const before = this.changes.get(path);
    const isSame = (await this.read(path))?.equals(expected) ?? false;
    if (!isSame || this.changes.get(path) !== before) return false;
    await this.remove(path);
    return true;
  }

  async assertFit(): Promise<void> {} // changes stay in memory

  async listLitter(): Promise<string[]> {
    return [];
  }
}

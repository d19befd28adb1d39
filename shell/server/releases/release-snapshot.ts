import type { LiveDocument, LivePointer, Tombstone } from '@carry/contracts/release';
import { assertRetired, mustBeSigned, readPointer, type Trust } from '@carry/releases';

import type { IgnoredEntries } from './ignored-entries';

export interface PointerSnapshot {
  pointer: LivePointer | undefined;
  ignored: string[];
  distrust: string | null;
}

/** The last accepted pointer of each remote. Rejects older signed pointers (replays), also after a restart. */
export class ReleaseSnapshot {
  private readonly pointers = new Map<string, LivePointer>();
  private readonly orderRevisions = new Map<string, number>();

  /** Tombstones of retired remotes, so that older pointers cannot bring them back. */
  private readonly tombstones = new Map<string, Tombstone>();

  restore(last: LiveDocument | null, trust: Trust): void {
    if (!last) return;
    // the store's revision may have changed since, so it does not limit the pointers
    const live = { ...last, revision: Number.MAX_SAFE_INTEGER };
    const names = [...Object.keys(last.remotes), ...Object.keys(last.retired ?? {})];
    for (const name of names) this.read(name, live, trust);
  }

  /** Returns the trusted part of a pointer. `distrust` is set if it is unsigned or older than an accepted one. */
  read(name: string, live: LiveDocument, trust: Trust): PointerSnapshot {
    try {
      const { pointer, ignored } = readPointer(name, live, {
        trust,
        knownRevision: this.orderRevisions.get(name),
      });
      if (!pointer) this.applyTombstone(name, live, trust);
      else if (pointer.order) {
        const { revision, before } = pointer.order;
        const signed = { ...pointer, history: before === null ? [] : [before] };
        this.orderRevisions.set(name, revision);
        this.tombstones.delete(name);
        this.pointers.set(name, signed);
        return { pointer: signed, ignored, distrust: null };
      } else this.pointers.set(name, pointer);
      return { pointer, ignored, distrust: null };
    } catch (error) {
      return { pointer: live.remotes[name], ignored: [], distrust: (error as Error).message };
    }
  }

  private applyTombstone(name: string, live: LiveDocument, trust: Trust): void {
    const tombstone = live.retired?.[name];
    if (!tombstone || !mustBeSigned(trust, name)) return;
    assertRetired(name, live, { trust, knownRevision: (this.orderRevisions.get(name) ?? 1) - 1 });
    this.orderRevisions.set(name, tombstone.revision);
    this.tombstones.set(name, tombstone);
    this.pointers.delete(name);
  }

  /** Reads all pointers and records ignored entries. `distrusted` holds the reason by remote. */
  readAll(
    { owners, live, trust }: { owners: string[]; live: LiveDocument; trust: Trust },
    ignoredEntries: IgnoredEntries,
  ) {
    const distrusted = new Map<string, string | null>();
    const effective: Record<string, LivePointer> = {};
    const names = new Set([...owners, ...Object.keys(live.remotes)]);
    for (const name of [...this.pointers.keys(), ...Object.keys(live.retired ?? {})]) {
      if (names.has(name)) continue;
      this.pointers.delete(name);
      ignoredEntries.set(name, []);
    }
    for (const name of names) {
      const { pointer, ignored, distrust } = this.read(name, live, trust);
      distrusted.set(name, distrust);
      ignoredEntries.set(name, distrust === null ? ignored : [distrust]);
      if (pointer) effective[name] = pointer;
    }
    return { distrusted, effective };
  }

  getPointer = (name: string): LivePointer | undefined => this.pointers.get(name);

  /** Returns the set to save for the next run; rejected pointers keep their last accepted state. */
  createLastGood(live: LiveDocument, isTrusted: (name: string) => boolean): LiveDocument {
    const remotes = Object.entries(live.remotes).flatMap(([name, pointer]) => {
      const accepted = isTrusted(name) ? pointer : this.pointers.get(name);
      return accepted ? [[name, accepted] as const] : [];
    });
    const retired = { ...live.retired, ...Object.fromEntries(this.tombstones) };
    return { ...live, remotes: Object.fromEntries(remotes), retired };
  }
}

import type { LiveDocument, LivePointer, Tombstone } from '@carry/contracts/release';
import { assertRetired, mustBeSigned, readPointer, type Trust } from '@carry/releases';

import type { IgnoredEntries } from './ignored-entries';

/** What a site follows of a pointer. */
export interface PointerSnapshot {
  pointer: LivePointer | undefined;
  /** What of it is ignored because it is not signed. */
  ignored: string[];
  /** Why none of it is followed. */
  distrust: string | null;
}

/** What was followed last of each remote: nothing that was signed before it counts any more, not after a restart either. */
export class ReleaseSnapshot {
  private readonly pointers = new Map<string, LivePointer>();
  /** The revision of the last order that was followed, by remote. */
  private readonly orders = new Map<string, number>();

  /** Of the remotes that were retired: nothing that was signed before brings them back. */
  private readonly tombstones = new Map<string, Tombstone>();

  /** Takes over what this machine has kept of the last run, as far as it is signed by somebody who may. */
  recall(last: LiveDocument | null, trust: Trust): void {
    if (!last) return;
    // its own revision is that of the store, which may have gone on or back without being followed
    const live = { ...last, revision: Number.MAX_SAFE_INTEGER };
    const names = [...Object.keys(last.remotes), ...Object.keys(last.retired ?? {})];
    for (const name of names) this.read(name, live, trust);
  }

  /** What counts of the pointer of a remote; `distrust`: why none of it is followed, because it is not signed or older than what was followed before. */
  read(name: string, live: LiveDocument, trust: Trust): PointerSnapshot {
    try {
      const { pointer, ignored } = readPointer(name, live, trust, this.orders.get(name));
      if (!pointer) this.forget(name, live, trust);
      else if (pointer.order) {
        const { revision, before } = pointer.order;
        const signed = { ...pointer, history: before === null ? [] : [before] };
        this.orders.set(name, revision);
        this.tombstones.delete(name);
        this.pointers.set(name, signed);
        return { pointer: signed, ignored, distrust: null };
      } else this.pointers.set(name, pointer);
      return { pointer, ignored, distrust: null };
    } catch (error) {
      return { pointer: live.remotes[name], ignored: [], distrust: (error as Error).message };
    }
  }

  /** Of a remote that was retired, nothing counts that was signed before. */
  private forget(name: string, live: LiveDocument, trust: Trust): void {
    const tombstone = live.retired?.[name];
    if (!tombstone || !mustBeSigned(trust, name)) return;
    assertRetired(name, live, trust, (this.orders.get(name) ?? 1) - 1);
    this.orders.set(name, tombstone.revision);
    this.tombstones.set(name, tombstone);
    this.pointers.delete(name);
  }

  /** What counts of every pointer; `distrusted`: why none of one is followed. What is ignored is noted. */
  count(owners: string[], live: LiveDocument, trust: Trust, ignoredEntries: IgnoredEntries) {
    const distrusted = new Map<string, string | null>();
    const counted: Record<string, LivePointer> = {};
    const names = [...owners, ...Object.keys(live.remotes), ...Object.keys(live.retired ?? {})];
    for (const name of new Set(names)) {
      const { pointer, ignored, distrust } = this.read(name, live, trust);
      distrusted.set(name, distrust);
      ignoredEntries.set(name, distrust === null ? ignored : [distrust]);
      if (pointer) counted[name] = pointer;
    }
    return { distrusted, counted };
  }

  pointerOf = (name: string): LivePointer | undefined => this.pointers.get(name);

  /** What to keep of a set for the next run: of what is not followed, what was. */
  lastGoodOf(live: LiveDocument, isFollowed: (name: string) => boolean): LiveDocument {
    const remotes = Object.entries(live.remotes).flatMap(([name, pointer]) => {
      const followed = isFollowed(name) ? pointer : this.pointers.get(name);
      return followed ? [[name, followed] as const] : [];
    });
    const retired = { ...live.retired, ...Object.fromEntries(this.tombstones) };
    return { ...live, remotes: Object.fromEntries(remotes), retired };
  }
}

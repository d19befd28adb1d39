import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import { assertRetired, mustBeSigned, readPointer, type Trust } from '@carry/releases';

/** What a site follows of a pointer. */
export interface FollowedPointer {
  pointer: LivePointer | undefined;
  /** What of it is ignored because it is not signed. */
  ignored: string[];
  /** Why none of it is followed. */
  distrust: string | null;
}

/** What was followed last of each remote: nothing that was signed before it counts any more, not after a restart either. */
export class Followed {
  private readonly pointers = new Map<string, LivePointer>();
  /** The revision of the last order that was followed, by remote. */
  private readonly orders = new Map<string, number>();

  /** Takes over what this machine has kept of the last run, as far as it is signed by somebody who may. */
  recall(last: LiveDocument | null, trust: Trust): void {
    if (!last) return;
    // its own revision is that of the store, which may have gone on or back without being followed
    const live = { ...last, revision: Number.MAX_SAFE_INTEGER };
    const names = [...Object.keys(last.remotes), ...Object.keys(last.retired ?? {})];
    for (const name of names) this.read(name, live, trust);
  }

  /** What counts of the pointer of a remote; `distrust`: why none of it is followed, because it is not signed or older than what was followed before. */
  read(name: string, live: LiveDocument, trust: Trust): FollowedPointer {
    try {
      const { pointer, ignored } = readPointer(name, live, trust, this.orders.get(name));
      if (!pointer) this.forget(name, live, trust);
      else if (pointer.order) {
        const { revision, before } = pointer.order;
        const signed = { ...pointer, history: before === null ? [] : [before] };
        this.orders.set(name, revision);
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
    this.pointers.delete(name);
  }

  pointerOf = (name: string): LivePointer | undefined => this.pointers.get(name);

  /** What to keep of a set for the next run: of what is not followed, what was. */
  lastGoodOf(live: LiveDocument, isFollowed: (name: string) => boolean): LiveDocument {
    const remotes = Object.entries(live.remotes).flatMap(([name, pointer]) => {
      const followed = isFollowed(name) ? pointer : this.pointers.get(name);
      return followed ? [[name, followed] as const] : [];
    });
    return { ...live, remotes: Object.fromEntries(remotes) };
  }
}

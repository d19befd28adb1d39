import type { LiveDocument, LivePointer } from '@carry/contracts/release';
import { assertPointerTrusted, type Trust } from '@carry/releases';

/** What was followed last of each remote: nothing that was signed before it counts any more, not after a restart either. */
export class Followed {
  private readonly pointers = new Map<string, LivePointer>();
  /** The revision of the last order that was followed, by remote. */
  private readonly orders = new Map<string, number>();

  /** Takes over what this machine has kept of the last run, as far as it is signed by somebody who may. */
  recall(last: LiveDocument | null, trust: Trust): void {
    // its own revision is that of the store, which may have gone on or back without being followed
    for (const name of Object.keys(last?.remotes ?? {}))
      if (last) this.distrust(name, { ...last, revision: Number.MAX_SAFE_INTEGER }, trust);
  }

  /** Why what the store says of a remote is not followed, or null: nobody signed it who may, or it is older than what was followed before. */
  distrust(name: string, live: LiveDocument, trust: Trust): string | null {
    try {
      assertPointerTrusted(name, live, trust, this.orders.get(name));
    } catch (error) {
      return (error as Error).message;
    }
    const pointer = live.remotes[name];
    if (pointer) this.pointers.set(name, pointer);
    if (pointer?.order) this.orders.set(name, pointer.order.revision);
    return null;
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

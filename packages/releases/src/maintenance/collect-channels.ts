import type { PreviewDocument } from '@carry/contracts/release';
import { writeAudit } from '../pointers/live';
import { getChanges, getChannelPath, listChannels, readChannel } from '../pointers/previews';
import { inBatches } from '../stores/batches';
import type { Store } from '../stores/store';

/** Events are sent for 72 hours, and those of previews are compared with the channel. */
const KEPT_MS = 72 * 60 * 60 * 1000;

/** Removes channels whose previews all ended or expired three days ago. Returns their names. `dry`: only lists them. */
export async function collectChannels(
  store: Store,
  { dry, now }: { dry: boolean; now: number },
): Promise<string[]> {
  const channels = await inBatches(await listChannels(store), async (channel) => {
    const { content, document } = await readChannel(store, channel);
    if (!content || !document || now - findLastUse(document) < KEPT_MS) return [];
    if (dry) return [channel];
    for (const change of getChanges(document)) await writeAudit(store, change);
    // a publish may use it again meanwhile
    const isRemoved = await store.compareAndRemove(getChannelPath(channel), content);
    return isRemoved ? [channel] : [];
  });
  return channels.flat();
}

const findLastUse = ({ remotes, change }: PreviewDocument): number =>
  Math.max(
    0,
    ...Object.values(remotes).map(({ expires }) => Date.parse(expires)),
    ...(change ? [Date.parse(change.at)] : []),
  );

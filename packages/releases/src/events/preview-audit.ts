import { auditPath, listAudit, writeAudit } from '../pointers/live';
import { readPreviews } from '../pointers/previews';
import type { Store } from '../stores/store';

/** Writes the audit entries of previews whose writers crashed before it. */
export async function completePreviewAudit(store: Store): Promise<void> {
  const [channels, paths] = await Promise.all([store.list('previews'), listAudit(store)]);
  const written = new Set(paths);
  for (const path of channels) {
    const channel = path.slice('previews/'.length, -'.json'.length);
    const { change } = (await readPreviews(store, channel).catch(() => null)) ?? {};
    if (change && !written.has(auditPath(change))) await writeAudit(store, change);
  }
}

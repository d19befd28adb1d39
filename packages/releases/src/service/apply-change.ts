import { writeAudit } from '../pointers/live';
import type { Content } from './change-entry';
import { checkChange, lastChange } from './changes';
import { countersignedChange, countersignedEntry } from './countersign';
import type { Service } from './parts';
import type { Sender } from './sender';

export type ChangeService = Pick<Service, 'store' | 'signed' | 'key' | 'following' | 'now'>;

/** Checks, countersigns and writes a sender's change with its audit entry. False: the document changed. Throws {@link Untrusted} or {@link ReleaseRefused}. */
export async function applyChange(
  { store, signed, key, following, now }: ChangeService,
  { file, before, after }: Content & { file: string },
  sender: Sender,
): Promise<boolean> {
  const current = await store.read(file);
  if (!(current && before ? current.equals(before) : current === before)) return false;
  const checked = await checkChange(file, {
    store: signed,
    content: { before, after },
    sender,
    now: now().getTime(),
  });
  const { content } = checked;
  const entry = countersignedEntry(checked.entry, sender, key);
  const last = lastChange(before);
  if (last) await writeAudit(store, last);
  const next = countersignedChange({ file, content, auditEntry: entry, sender, key });
  if (!(await store.compareAndSwap(file, before, next))) return false;
  await writeAudit(store, entry);
  following.info(`${entry.who}: ${entry.action} ${entry.remote} ${entry.to ?? ''}`);
  return true;
}

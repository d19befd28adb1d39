import type { AuditEntry } from '@carry/contracts/release';
import { canonical } from '../documents/canonical';
import { parseDocument } from '../documents/document';
import { ReleaseRefused } from '../errors/errors';
import type { ChangePart } from '../pointers/describe-change';
import { MAX_WHY } from '../pointers/live';
import { MAX_SKEW_MS } from '../signing/request';
import { Untrusted } from '../signing/signature';
import type { Store } from '../stores/store';
import type { Sender } from './sender';

/** Parses a sent document. Throws {@link ReleaseRefused} if it is malformed. */
export function parseSent<Document>(
  name: string,
  schema: { parse(value: unknown): Document },
  content: Buffer,
): Document {
  try {
    return parseDocument(name, schema, content);
  } catch (cause) {
    throw new ReleaseRefused((cause as Error).message, { cause });
  }
}

export interface Content {
  before: Buffer | null;
  after: Buffer;
}

export interface SentChange {
  store: Store;
  content: Content;
  sender: Sender;
  /** Unix time in ms. */
  now: number;
}

export interface CheckedChange {
  entry: AuditEntry;
  content: Buffer;
}

/** Returns the audit entry of a change's only action. Takes the reason from the sender's entry, and its signature and time if it is true. */
export function createAuditEntry({
  parts,
  claimed,
  sender: { name },
  now,
  more,
}: {
  parts: readonly ChangePart[];
  claimed: AuditEntry | undefined;
  sender: Sender;
  now: number;
  more: Pick<AuditEntry, 'revision' | 'site' | 'channel'>;
}): AuditEntry {
  assertEntry(claimed, name, now);
  const [part, ...rest] = parts;
  if (!part) throw new ReleaseRefused('the change is empty');
  if (rest.some(({ remote }) => remote !== part.remote))
    throw new ReleaseRefused('a change must affect exactly one remote');
  const { action } = part;
  if (action === 'rewrite')
    throw new ReleaseRefused(
      `a change of ${part.remote} must not rewrite its history or quarantines`,
    );
  if (rest.length > 0)
    throw new ReleaseRefused(
      `a change of ${part.remote} has exactly one action, this one has ${parts.map((each) => each.action).join(', ')}`,
    );
  const entry = {
    at: new Date(now).toISOString(),
    who: name,
    ...part,
    action,
    why: claimed?.why.slice(0, MAX_WHY) ?? '',
    ...more,
  };
  return isSame(claimed, entry) ? claimed : entry;
}

/** Returns true for a signed entry that the server would write, but for the time. */
function isSame(claimed: AuditEntry | undefined, entry: AuditEntry): claimed is AuditEntry {
  if (!claimed?.signature) return false;
  const { signature: _, ...unsigned } = claimed;
  return canonical({ ...entry, at: unsigned.at }) === canonical(unsigned);
}

function assertEntry(claimed: AuditEntry | undefined, name: string, now: number): void {
  if (!claimed) return;
  const { who, at } = claimed;
  if (who !== name)
    throw new Untrusted(`the change names '${who}' as its author, but ${name} sent it`);
  if (!(Math.abs(Date.parse(at) - now) <= MAX_SKEW_MS))
    throw new ReleaseRefused(
      `the change's time is ${at}, the server's is ${new Date(now).toISOString()}; correct the sender's clock`,
    );
}

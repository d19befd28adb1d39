import type { AuditEntry, LiveDocument } from '@carry/contracts/release';
import { canonical } from '../documents/canonical';
import { type ChangePart, describeChange } from '../pointers/describe-change';

const isNamed = (part: ChangePart): part is ChangePart & Pick<AuditEntry, 'action'> =>
  part.action !== 'rewrite';

function isSigned({ signature, ...unsigned }: AuditEntry, entry: AuditEntry): boolean {
  return Boolean(signature) && canonical(unsigned) === canonical(entry);
}

/** Returns the audit entries of one step of the live document, by its difference; time, author and reason are those of its entry. None if it only claims a change. */
export function deriveEntries(before: LiveDocument, after: LiveDocument): AuditEntry[] {
  const { revision, change } = after;
  const parts = describeChange(before, after);
  if (parts.length === 0) return change?.action === 'sign' ? [change] : [];
  const { at = new Date().toISOString(), who = 'unknown', why = '' } = change ?? {};
  const entries = parts.filter(isNamed).map((part) => ({ at, who, ...part, why, revision }));
  return entries.map((entry) => (change && isSigned(change, entry) ? change : entry));
}

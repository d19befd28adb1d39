export const DRAFT_PREFIX = 'draft:';
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Returns false for a draft of another format, too. */
export const isFreshDraft = (draft: { at?: unknown } | null, now: number): boolean =>
  typeof draft?.at === 'number' && Math.abs(now - draft.at) < LIFETIME_MS;

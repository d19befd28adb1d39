import type { DraftsApi } from '@carry/contracts/shell';

/** Clears a draft unless another tab has replaced it. `written` is the value that this tab wrote or loaded last. */
export function clearOwnDraft(drafts: DraftsApi, key: string, written: unknown): void {
  if (JSON.stringify(drafts.load(key)) === JSON.stringify(written)) drafts.clear(key);
}

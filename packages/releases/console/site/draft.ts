/** Edited site document that is not saved yet. Survives a reload, a sign-out and each change of the page in this tab. */
export interface Draft {
  revision: number;
  text: string;
}

const KEY = 'site-document';

export function loadDraft(): Draft | null {
  const stored = sessionStorage.getItem(KEY);
  return stored === null ? null : (JSON.parse(stored) as Draft);
}

export const saveDraft = (draft: Draft): void => sessionStorage.setItem(KEY, JSON.stringify(draft));

export const clearDraft = (): void => sessionStorage.removeItem(KEY);

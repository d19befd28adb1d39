import { useState } from 'react';

const NAME = 'carry-preview-note';

export interface NoteDraft {
  text: string;
  name: string;
  /** Content that was sent without a reply, and its idempotency key. */
  attempt?: { id: string; content: string } | undefined;
}

let kept: NoteDraft = { text: '', name: '' };

function readDraft(): NoteDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Partial<NoteDraft>;
    return { ...kept, ...stored };
  } catch {
    return kept;
  }
}

function keepDraft(draft: NoteDraft): void {
  kept = draft;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(draft));
  } catch {
    // storage is blocked: the draft lasts as long as the page
  }
}

/** Returns a random id. `crypto.randomUUID` needs TLS. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export function useDraft() {
  const [draft, setDraft] = useState(readDraft);
  const change = (changed: Partial<NoteDraft>) => {
    const next = { ...draft, ...changed };
    setDraft(next);
    keepDraft(next);
  };
  return [draft, change] as const;
}

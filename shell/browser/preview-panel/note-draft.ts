import { useState } from 'react';

const NAME = 'carry-preview-note';

interface NoteDraft {
  text: string;
  name: string;
}

/** Draft of this page, for browsers that block storage. */
let kept: NoteDraft = { text: '', name: '' };

function readDraft(): NoteDraft {
  try {
    const { text, name } = JSON.parse(sessionStorage.getItem(NAME) ?? '{}') as Partial<NoteDraft>;
    return { text: text ?? kept.text, name: name ?? kept.name };
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

/** Returns the note that was typed in this tab and not sent, and changes it. */
export function useDraft() {
  const [draft, setDraft] = useState(readDraft);
  const change = (changed: Partial<NoteDraft>) => {
    const next = { ...draft, ...changed };
    setDraft(next);
    keepDraft(next);
  };
  return [draft, change] as const;
}

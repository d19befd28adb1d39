import { useShell } from '@carry/remote-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccountChange } from '../account/use-account-change';
import { useSession } from '../account/use-session';

export const FIELDS = ['name', 'email', 'game', 'rank', 'links', 'about'] as const;
export type Field = (typeof FIELDS)[number];
export type Values = Record<Field, string>;

const KEY = 'application';
const EMPTY: Values = { name: '', email: '', game: '', rank: '', links: '', about: '' };

/** Returns the texts of a stored draft. Another release may have written it. */
function parseDraft(stored: unknown): Partial<Values> {
  if (typeof stored !== 'object' || stored === null) return {};
  const draft = stored as Record<string, unknown>;
  return Object.fromEntries(
    FIELDS.flatMap((field) => (typeof draft[field] === 'string' ? [[field, draft[field]]] : [])),
  );
}

/** An application whose texts are kept as a draft until it is sent, with the email of a signed-in user. Loaded after hydration, so the first render matches the server's. Resets at sign-out. */
export function useApplicationDraft() {
  const { drafts } = useShell();
  const { email } = useSession().user ?? {};
  const [values, setValues] = useState(EMPTY);
  const [proof, setProof] = useState<File | null>(null);
  const latest = useRef(values); // a password manager changes several fields before the next render
  const put = useCallback((next: Values) => {
    latest.current = next;
    setValues(next);
  }, []);
  useEffect(() => {
    const typed = Object.entries(latest.current).filter(([, text]) => text);
    put({ ...EMPTY, ...parseDraft(drafts.load(KEY)), ...Object.fromEntries(typed) });
  }, [drafts, put]);
  useEffect(() => {
    if (email && !latest.current.email) put({ ...latest.current, email });
  }, [email, put]);
  useAccountChange(() => {
    if (drafts.load(KEY) !== null) return;
    put(EMPTY);
    setProof(null);
  });
  return {
    values,
    change: (field: Field, text: string) => {
      const next = { ...latest.current, [field]: text };
      put(next);
      drafts.save(KEY, next);
    },
    proof,
    setProof,
    clear: () => {
      drafts.clear(KEY);
      setProof(null);
    },
  };
}

import type { ConsoleChange } from '@carry/contracts/console';
import { useState } from 'react';
import { postJson, sentence } from '../data/api';
import { useSession } from '../data/session';

/** Sends changes. `error` is why the last one was refused, `done` what it did. */
export function useChange() {
  const { session, refresh } = useSession();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return {
    isSending,
    error,
    done,
    dismiss: () => setDone(null),
    reset: () => setError(null),
    /** Returns true if the change was made. */
    async send(change: ConsoleChange): Promise<boolean> {
      setIsSending(true);
      setError(null);
      try {
        const { text } = await postJson<{ text: string }>('/changes', change, session.csrf);
        setDone(sentence(text));
        return true;
      } catch (refusal) {
        setError((refusal as Error).message);
        return false;
      } finally {
        setIsSending(false);
        refresh(); // also after a refusal: the page may be outdated
      }
    },
  };
}

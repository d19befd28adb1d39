import { useState } from 'react';
import { postJson, sentence } from '../data/api';
import { useSession } from '../data/session';
import type { AnyChange } from './change-dialog';

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
    async send(change: AnyChange): Promise<boolean> {
      setIsSending(true);
      setError(null);
      try {
        const { text } = await postJson<{ text: string }>(
          'revision' in change ? '/site' : '/changes',
          change,
          session.csrf,
        );
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

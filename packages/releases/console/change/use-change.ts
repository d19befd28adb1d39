import { useState } from 'react';
import { postJson, sentence } from '../data/api';
import { useSession } from '../data/session';
import type { AnyChange, AskedChange } from './change-dialog';

/** A change that is being sent, or has failed. */
interface Attempt {
  asked: AskedChange;
  error: string | null;
}

/** Returns true if `other` is an earlier state of this attempt, or a failure that this attempt repeats. */
const isOutdated = (other: Attempt, { asked }: Attempt) =>
  other.asked === asked || (other.error !== null && other.asked.question === asked.question);

/** Sends changes. Each result belongs to its own question: its dialog can close, and another one open, before it arrives. */
export function useChange() {
  const { session, refresh } = useSession();
  const [attempts, setAttempts] = useState<Attempt[]>([]);
  const [done, setDone] = useState<string | null>(null);
  const remove = (asked: AskedChange) =>
    setAttempts((all) => all.filter((attempt) => attempt.asked !== asked));
  const replace = (attempt: Attempt) =>
    setAttempts((all) => [...all.filter((other) => !isOutdated(other, attempt)), attempt]);
  return {
    attempts,
    done,
    dismissDone: () => setDone(null),
    dismiss: remove,
    async send(asked: AskedChange, change: AnyChange): Promise<boolean> {
      replace({ asked, error: null });
      try {
        const { text } = await postJson<{ text: string }>(
          'revision' in change ? '/site' : '/changes',
          change,
          session.csrf,
        );
        setDone(sentence(text));
        remove(asked);
        return true;
      } catch (refusal) {
        replace({ asked, error: (refusal as Error).message });
        return false;
      } finally {
        refresh(); // also after a refusal: the page may be outdated
      }
    },
  };
}

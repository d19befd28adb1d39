import { isApiError, LEAVING, useAction, useIsHere, useShell } from '@carry/remote-kit';
import { useState } from 'react';
import { openDiscordSession, startDiscordSignIn } from './api';
import type { SentCode, SignedIn } from './contract';

export interface DiscordCallbacks {
  onSignedIn(signedIn: SignedIn): Promise<void>;
  /** The address has an account, whose mailbox must confirm by code. */
  onCode(sent: SentCode): void;
}

const UNAVAILABLE = "Discord isn't responding. Please try again, or use your email.";
const outcomes: Record<string, string> = {
  refused: "You didn't allow Discord to sign you in.",
  unavailable: UNAVAILABLE,
  expired: 'Your Discord login has expired. Please try again.',
};

const getMessage = (failure: unknown) =>
  (isApiError(failure) && failure.code === 'http' && failure.detail) || UNAVAILABLE;

export function useDiscord(coachId: string, { onSignedIn, onCode }: DiscordCallbacks) {
  const { api, leave } = useShell();
  const isHere = useIsHere();
  const [error, setError] = useState<string | null>(null);
  const { run: start, busy: leaving } = useAction(async () => {
    setError(null);
    try {
      const { url } = await startDiscordSignIn(api, coachId);
      if (!isHere()) return undefined;
      if (url && leave('chat', url)) return LEAVING;
      setError(UNAVAILABLE);
    } catch (failure) {
      setError(getMessage(failure));
    }
    return undefined;
  });
  const { run: resume, busy: resuming } = useAction(async (outcome: string) => {
    if (outcome !== 'granted') return setError(outcomes[outcome] ?? UNAVAILABLE);
    try {
      const { access, refresh, request, email, username } = await openDiscordSession(api);
      if (access && refresh)
        await onSignedIn({ tokens: { access, refresh }, contact: username ?? '' });
      else if (request && email) onCode({ request, email, chatName: username });
      else setError(UNAVAILABLE);
    } catch (failure) {
      setError(getMessage(failure));
    }
  });
  return { start: () => void start(), resume, busy: leaving || resuming, error };
}

import { useShell } from '@carry/remote-kit';
import { useEffect, useEffectEvent } from 'react';

/** Calls `onChange` after a sign-in, a sign-out or a switch of accounts, also in another tab. A sign-out has cleared all drafts by then. */
export function useAccountChange(onChange: () => void): void {
  const { auth } = useShell();
  const change = useEffectEvent(onChange);
  useEffect(
    () =>
      auth.store.subscribe(({ status, user }, previous) => {
        const isOther = previous.user !== null && user?.id !== previous.user.id;
        if (previous.status !== 'unknown' && (status !== previous.status || isOther)) change();
      }),
    [auth],
  );
}

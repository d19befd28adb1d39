import { isOtherPerson, useShell } from '@carry/remote-kit';
import { useEffect, useEffectEvent } from 'react';

/** Calls `onChange` after a sign-in, a sign-out or a switch of accounts, also in another tab. A sign-out has cleared all drafts by then. */
export function useAccountChange(onChange: () => void): void {
  const { auth } = useShell();
  const change = useEffectEvent(onChange);
  useEffect(
    () =>
      auth.store.subscribe(({ status, user }, previous) => {
        const isOther = status !== previous.status || isOtherPerson(previous.user, user);
        if (previous.status !== 'unknown' && isOther) change();
      }),
    [auth],
  );
}

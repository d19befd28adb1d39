import { type ShellApi, useShell } from '@carry/remote-kit';
import { useIsClientRender } from '@carry/ui';
import { useEffect, useState } from 'react';

/** Draft with the secret of this browser's registration. The mailed link takes it instead of the password. */
const KEY = 'registration';

/** Replaces an earlier secret. An address that is registered again keeps its first password, so its link asks for that. */
export const saveRegistration = ({ drafts }: ShellApi, secret: string) => drafts.save(KEY, secret);

function readRegistration({ drafts }: ShellApi): string | null {
  const stored = drafts.load<unknown>(KEY);
  return typeof stored === 'string' ? stored : null;
}

/** Returns the secret of this browser's registration, or null; undefined on the server and during hydration. */
export function useRegistration() {
  const shell = useShell();
  const isNew = useIsClientRender();
  const [registration, setRegistration] = useState(() =>
    isNew ? readRegistration(shell) : undefined,
  );
  useEffect(() => setRegistration(readRegistration(shell)), [shell]);
  return {
    registration,
    /** Returns the secret, or null. A replayed submit arrives before {@link registration} is known. */
    find: () => (registration === undefined ? readRegistration(shell) : registration),
    /** Asks for the password on this page. The secret stays for the link of its own account. */
    ignore: () => setRegistration(null),
    forget: () => shell.drafts.clear(KEY),
  };
}

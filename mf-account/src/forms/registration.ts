import { type ShellApi, useShell } from '@carry/remote-kit';
import { useEffect, useState } from 'react';

/** Draft with the secret of this browser's registration. The mailed link takes it instead of the password. */
const KEY = 'registration';

/** Replaces an earlier secret. An address that is registered again keeps its first password, so its link asks for that. */
export const saveRegistration = ({ drafts }: ShellApi, secret: string) => drafts.save(KEY, secret);

/** Returns the secret of this browser's registration; null during hydration. */
export function useRegistration() {
  const { drafts } = useShell();
  const [registration, setRegistration] = useState<string | null>(null);
  useEffect(() => {
    const stored = drafts.load<unknown>(KEY);
    setRegistration(typeof stored === 'string' ? stored : null);
  }, [drafts]);
  return {
    registration,
    /** Asks for the password on this page. The secret stays for the link of its own account. */
    ignore: () => setRegistration(null),
    forget: () => drafts.clear(KEY),
  };
}

import { CODE_MS } from '@carry/contracts/limits';
import type { ShellApi } from '@carry/contracts/shell';
import { useState } from 'react';
import { useShell } from '../route/remote';
import type { SentCode } from './use-address-form';

type Stored<Sent> = { sent: Sent; at: number } | null;

/** Returns the code that was sent last in this browser while it is valid; else null. */
export function readSentCode<Sent extends SentCode>(
  { drafts, now }: Pick<ShellApi, 'drafts' | 'now'>,
  key: string,
): Sent | null {
  const stored = drafts.load<Stored<Sent>>(key);
  if (stored?.sent && now() < stored.at + CODE_MS) return stored.sent;
  drafts.clear(key);
  return null;
}

/** The code that was sent last, kept over reloads of the page while it is valid: phones discard the tab while the mail is read. */
export function useSentCode<Sent extends SentCode>(key: string) {
  const shell = useShell();
  const [sent, setSent] = useState(() => readSentCode<Sent>(shell, key));
  /** Clears the stored code; the page keeps it. */
  const forget = () => shell.drafts.clear(key);
  const change = (next: Sent | null) => {
    setSent(next);
    if (next) shell.drafts.save(key, { sent: next, at: shell.now() });
    else forget();
  };
  /** Shows the code of a second mail, unless the step was left while it was sent. */
  const replaceSent = (next: Sent) => {
    if (readSentCode<Sent>(shell, key)) change(next);
  };
  return { sent, setSent: change, replaceSent, forget };
}

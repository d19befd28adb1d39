import type { ShellApi } from '@carry/contracts/shell';
import { TextareaField } from '@carry/ui';
import { useEffect, useState } from 'react';
import { useShell } from '../route/remote';
import type { ComposerProps } from './composer';
import { loadDraft } from './use-outgoing';

type Unsent = Pick<ComposerProps, 'booking' | 'kind'>;

export const loadUnsentText = ({ drafts }: Pick<ShellApi, 'drafts'>, unsent: Unsent): string =>
  loadDraft(drafts, unsent)?.text ?? '';

export interface UnsentTextProps extends Unsent {
  label: string;
  hint?: string;
  /** Takes the focus of the composer that it replaces. */
  takesFocus: boolean;
}

/** Text that can no longer be sent, read-only, for its author to copy. */
export function UnsentText({ label, hint, takesFocus, ...unsent }: UnsentTextProps) {
  const shell = useShell();
  const [text] = useState(() => loadUnsentText(shell, unsent));
  const id = `unsent-${unsent.kind}-${unsent.booking}`;
  useEffect(() => {
    if (!takesFocus || document.activeElement !== document.body) return;
    document.getElementById(id)?.focus({ preventScroll: true });
  }, [takesFocus, id]);
  if (!text) return null;
  return (
    <TextareaField id={id} name="unsent" label={label} hint={hint} rows={3} value={text} readOnly />
  );
}

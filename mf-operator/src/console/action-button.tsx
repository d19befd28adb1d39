import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import { type ConsoleAction, useConsoleAction } from './use-console-action';

/** Button of one action. `label` is its accessible name, with the object that it changes. */
export function ActionButton({
  action,
  label,
  danger = false,
  children,
}: {
  action: ConsoleAction;
  label: string;
  danger?: boolean;
  children: ReactNode;
}) {
  const { run, busy } = useConsoleAction();
  return (
    <Button
      variant={danger ? 'danger' : 'quiet'}
      small
      aria-label={label}
      busy={busy}
      onClick={() => void run(action)}
    >
      {children}
    </Button>
  );
}

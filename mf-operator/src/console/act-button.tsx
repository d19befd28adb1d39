import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import { type Act, useAct } from './use-act';

/** Button of one act. `label` is its accessible name, with the object that it changes. */
export function ActButton({
  act,
  label,
  danger = false,
  children,
}: {
  act: Act;
  label: string;
  danger?: boolean;
  children: ReactNode;
}) {
  const { run, busy } = useAct();
  return (
    <Button
      variant={danger ? 'danger' : 'quiet'}
      small
      aria-label={label}
      busy={busy}
      onClick={() => void run(act)}
    >
      {children}
    </Button>
  );
}

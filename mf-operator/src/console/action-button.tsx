import { type ShellApi, useAction, useShell } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import { getFailure } from './refusal';

interface ConsoleAction {
  run(): Promise<{ detail: string }>;
  /** Question before an action that cannot be undone, with its consequence. */
  confirm?: Readonly<Parameters<ShellApi['notify']['confirm']>>;
}

/** Runs an operator's action: asks first where it cannot be undone, reports the result, and loads the page's data again. */
function useConsoleAction() {
  const { notify } = useShell();
  const { revalidate } = useRevalidator();
  return useAction(async ({ run, confirm }: ConsoleAction) => {
    if (confirm && !(await notify.confirm(...confirm))) return;
    try {
      notify.toast((await run()).detail);
    } catch (failure) {
      await notify.alert(getFailure(failure));
    }
    await revalidate();
  });
}

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

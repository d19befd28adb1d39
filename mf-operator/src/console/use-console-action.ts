import { type ShellApi, useAction, useShell } from '@carry/remote-kit';
import { useRevalidator } from 'react-router-dom';
import { failureOf } from './refusal';

export interface ConsoleAction {
  run(): Promise<{ detail: string }>;
  /** Question before an action that cannot be undone, with its consequence. */
  confirm?: Readonly<Parameters<ShellApi['notify']['confirm']>>;
}

/** Runs an operator's action: asks first where it cannot be undone, reports the result, and loads the page's data again. */
export function useConsoleAction() {
  const { notify } = useShell();
  const { revalidate } = useRevalidator();
  return useAction(async ({ run, confirm }: ConsoleAction) => {
    if (confirm && !(await notify.confirm(...confirm))) return;
    try {
      notify.toast((await run()).detail);
    } catch (failure) {
      await notify.alert(failureOf(failure));
    }
    await revalidate();
  });
}

import { useShell } from '@carry/remote-kit';
import { useRevalidator } from 'react-router-dom';
import { refusalOf } from '../console/use-act';
import { useStored } from '../console/use-stored';

/** Runs a change of a form, reports it and loads the page's data again. Resolves with the error for the form. */
export function useSave(formId: string, data: unknown) {
  const markSaved = useStored(formId, data);
  const { notify } = useShell();
  const { revalidate } = useRevalidator();
  return async (
    change: () => Promise<void>,
    saved: string,
  ): Promise<{ error: string } | undefined> => {
    try {
      await change();
    } catch (failure) {
      return { error: refusalOf(failure) };
    }
    markSaved();
    await revalidate();
    notify.toast(saved);
    return undefined;
  };
}

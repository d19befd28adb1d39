import { useShell } from '@carry/remote-kit';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { refusalOf } from '../console/use-console-action';
import { useStored } from '../console/use-stored';

/**
 * Saves a form, reports it and loads the page's data again. Resolves with the error for the form. `change` gets what the form showed
 * when it was opened or saved, and resolves with what is stored now.
 */
export function useSave<T>(formId: string, data: T) {
  const [seen, setSeen] = useState(data);
  const markSaved = useStored(formId, data);
  const { notify } = useShell();
  const { revalidate } = useRevalidator();
  return async (
    change: (seen: T) => Promise<T>,
    saved: string,
  ): Promise<{ error: string } | undefined> => {
    try {
      setSeen(await change(seen));
    } catch (failure) {
      return { error: refusalOf(failure) };
    }
    markSaved();
    await revalidate();
    notify.toast(saved);
    return undefined;
  };
}

import { useShell, useStored } from '@carry/remote-kit';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useRefusal } from '../console/refusal';

/** Saves a form, reports it and loads the page's data again. Resolves with the form's error. `change` gets what the form showed. */
export function useSave<T>(formId: string, data: T) {
  const [seen, setSeen] = useState(data);
  const markSaved = useStored(formId, data);
  const { notify } = useShell();
  const { revalidate } = useRevalidator();
  const refuse = useRefusal();
  return async (
    change: (seen: T) => Promise<T>,
    saved: string,
  ): Promise<{ error: string } | undefined> => {
    try {
      setSeen(await change(seen));
    } catch (failure) {
      return { error: refuse(failure) };
    }
    markSaved();
    await revalidate();
    notify.toast(saved);
    return undefined;
  };
}

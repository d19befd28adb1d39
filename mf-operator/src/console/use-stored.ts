import { useCallback, useEffect, useRef } from 'react';

/**
 * Shows what is stored in a form that stays on the page after it was saved, and ends its warning about unsaved changes. Call the
 * returned function after a save; the form follows when the page's new `data` is rendered. A select needs its stored value as `key`.
 */
export function useStored(formId: string, data: unknown): () => void {
  const isSaved = useRef(false);
  const shown = useRef(data);
  useEffect(() => {
    if (shown.current === data) return;
    shown.current = data;
    const form = document.getElementById(formId);
    if (!isSaved.current || !(form instanceof HTMLFormElement)) return;
    isSaved.current = false;
    form.reset();
    form.dispatchEvent(new Event('input', { bubbles: true })); // `Form` compares again
  }, [formId, data]);
  return useCallback(() => {
    isSaved.current = true;
  }, []);
}

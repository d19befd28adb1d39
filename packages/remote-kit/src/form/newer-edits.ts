import { useEffect } from 'react';

/** Merges the response of a save into a form's state; fields edited since `submitted` keep their newer value. Without any, returns `stored` itself. */
export function keepNewer<T extends object>(current: T, submitted: T, stored: T): T {
  const names = Object.keys(current) as (keyof T)[];
  const newer = names.filter((name) => current[name] !== submitted[name]);
  if (newer.length === 0) return stored;
  return { ...stored, ...Object.fromEntries(newer.map((name) => [name, current[name]])) };
}

/** Removes a sent text from a field whose user went on typing below or behind it. */
export function removeSent(current: string, sent: string): string {
  return current.startsWith(sent) ? current.slice(sent.length).trimStart() : current;
}

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Makes the text fields of a form read-only while `locked`. They keep the focus, unlike disabled ones. */
export function useReadOnlyFields(formId: string, locked: boolean): void {
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!locked || !(form instanceof HTMLFormElement)) return;
    const fields = [...form.elements].filter(isTextField).filter(({ readOnly }) => !readOnly);
    for (const field of fields) field.readOnly = true;
    return () => {
      for (const field of fields) field.readOnly = false;
    };
  }, [formId, locked]);
}

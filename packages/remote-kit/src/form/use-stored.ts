import { useCallback, useEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

const findForm = (formId: string) => {
  const form = document.getElementById(formId);
  return form instanceof HTMLFormElement ? form : null;
};

const readFields = (form: HTMLFormElement): ReadonlyMap<Field, string> =>
  new Map(
    [...form.elements]
      .filter(
        (field): field is Field =>
          field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement,
      )
      .map((field) => [field, field.value]),
  );

/** Shows what is stored in a form that stays after a save; call the returned function then. Newer text stays. A select needs its stored value as `key`. */
export function useStored(formId: string, data: unknown): () => void {
  const saved = useRef<ReadonlyMap<Field, string> | null>(null);
  const shown = useRef(data);
  useEffect(() => {
    if (shown.current === data) return;
    shown.current = data;
    const form = findForm(formId);
    const before = saved.current;
    if (!before || !form) return;
    saved.current = null;
    const newer = [...readFields(form)].filter(
      ([field, value]) => before.has(field) && before.get(field) !== value,
    );
    form.reset();
    for (const [field, value] of newer) field.value = value;
    form.dispatchEvent(new Event('input', { bubbles: true })); // `Form` compares again
  }, [formId, data]);
  return useCallback(() => {
    const form = findForm(formId);
    saved.current = form && readFields(form);
  }, [formId]);
}

import type { DraftsApi } from '@carry/contracts/shell';
import { useCallback, useEffect } from 'react';
import { useShell } from '../route/remote';
import { type Field, findFields, renderedValue } from './filled-silently';

/** Input by name of its field. */
type KeptText = Record<string, string>;

const draftKey = (formId: string) => `text/${formId}`;

/** Returns true if a form has input that was neither sent nor discarded. */
export const hasKeptText = (drafts: DraftsApi, formId: string): boolean =>
  drafts.load(draftKey(formId)) !== null;

const readChanges = (form: HTMLFormElement): KeptText =>
  Object.fromEntries(
    findFields(form)
      .filter((field) => field.type !== 'password' && field.value !== renderedValue(field))
      .map((field) => [field.name, field.value]),
  );

function restore(fields: Field[], kept: KeptText): void {
  for (const field of fields) {
    const text = kept[field.name];
    if (text === undefined || text === field.value) continue;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true })); // `Form` asks before it is left
  }
}

/** Keeps the input of a form with uncontrolled fields as a draft, because Safari on iPhone has no `beforeunload`. The returned function removes it: after a submission, on Cancel and as `onDiscard` of `Form`. */
export function useKeptText(formId: string): () => void {
  const { drafts } = useShell();
  const key = draftKey(formId);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    restore(findFields(form), drafts.load<KeptText>(key) ?? {});
    const save = () => {
      const changes = readChanges(form);
      if (Object.keys(changes).length > 0) drafts.save(key, changes);
      else drafts.clear(key);
    };
    form.addEventListener('input', save);
    return () => form.removeEventListener('input', save);
  }, [drafts, formId, key]);
  return useCallback(() => drafts.clear(key), [drafts, key]);
}

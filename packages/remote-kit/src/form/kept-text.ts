import type { DraftsApi } from '@carry/contracts/shell';
import { useCallback, useEffect, useRef } from 'react';
import { useShell } from '../route/remote';
import { type Field, findFields, renderedValue } from './filled-silently';
import { clearOwnDraft } from './own-draft';

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
  const written = useRef<KeptText | null>(null);
  const clear = useCallback(() => clearOwnDraft(drafts, key, written.current), [drafts, key]);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    written.current = drafts.load<KeptText>(key);
    restore(findFields(form), written.current ?? {});
    const save = () => {
      const changes = readChanges(form);
      if (Object.keys(changes).length === 0) return clear();
      drafts.save(key, changes);
      written.current = changes;
    };
    const saveIfGone = () => drafts.load(key) === null && save(); // after a submission in another tab
    form.addEventListener('input', save);
    form.addEventListener('submit', saveIfGone);
    return () => {
      form.removeEventListener('input', save);
      form.removeEventListener('submit', saveIfGone);
    };
  }, [drafts, formId, key, clear]);
  return clear;
}

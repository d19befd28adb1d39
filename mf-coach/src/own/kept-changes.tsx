import { useShell, useUnsavedChanges } from '@carry/remote-kit';
import { Banner, Button } from '@carry/ui';
import { useCallback, useEffect } from 'react';
import styles from './parts.module.css';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns `saved` with the fields that the draft changes. Fields that were saved elsewhere since keep their new value. */
export function restoreChanges<T extends object>(
  draft: unknown,
  saved: T,
  isValid: (name: keyof T, value: unknown) => boolean,
): T {
  const { edited, base } = isObject(draft) ? draft : {};
  if (!isObject(edited) || !isObject(base)) return saved;
  const changes = Object.entries(saved)
    .map(([name, value]) => ({ name, value, next: edited[name] }))
    .filter(
      ({ name, value, next }) =>
        !isEqual(next, base[name]) && !isEqual(next, value) && isValid(name as keyof T, next),
    );
  if (changes.length === 0) return saved;
  return { ...saved, ...Object.fromEntries(changes.map(({ name, next }) => [name, next])) };
}

/** Keeps unsaved changes as a draft, because Safari on iPhone has no `beforeunload`, and asks before a link leaves them. */
export function useKeptChanges(key: string, edited: object, saved: object): void {
  const { drafts } = useShell();
  const clear = useCallback(() => drafts.clear(key), [drafts, key]);
  useEffect(() => {
    if (edited === saved) clear();
    else drafts.save(key, { edited, base: saved });
  }, [drafts, key, edited, saved, clear]);
  useUnsavedChanges(edited !== saved, clear);
}

/** Shown above a form that opens with the changes of a draft. */
export const RestoredChanges = ({ onDiscard }: { onDiscard(): void }) => (
  <Banner tone="info" className={styles.restored}>
    <p>Your unsaved changes are still here. Check them before you save.</p>
    <Button variant="quiet" onClick={onDiscard}>
      Discard changes
    </Button>
  </Banner>
);

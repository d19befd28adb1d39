import { leaveButton, useShell, useUnsavedChanges } from '@carry/remote-kit';
import { Banner, Button } from '@carry/ui';
import { useCallback, useEffect } from 'react';
import styles from './parts.module.css';
import { isObject, type Versions } from './three-way-merge';

type Fields = Record<string, unknown>;
const toFields = (value: unknown): Fields => (isObject(value) ? value : {});

/** Returns the versions in a draft. A field of another format has its saved value in each. */
export function readDraft<T extends object>(
  draft: unknown,
  saved: T,
  isValid: (name: keyof T, value: unknown) => boolean,
): Versions<T> {
  const { edited, base } = toFields(draft);
  const pick = (version: unknown): T => {
    const names = Object.keys(saved).filter((name) =>
      [edited, base].every((fields) => isValid(name as keyof T, toFields(fields)[name])),
    );
    return {
      ...saved,
      ...Object.fromEntries(names.map((name) => [name, toFields(version)[name]])),
    };
  };
  return { base: pick(base), edited: pick(edited), saved };
}

export interface Restored<T> {
  /** The saved value itself if the draft changes nothing. */
  value: T;
  /** Labels of parts that were also changed elsewhere. */
  conflicts: string[];
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

interface RestoredChangesProps extends Pick<Restored<object>, 'conflicts'> {
  onDiscard(): void;
}

/** Shown above a form that opens with the changes of a draft. */
export const RestoredChanges = ({ conflicts, onDiscard }: RestoredChangesProps) => (
  <Banner tone="info" className={styles.restored}>
    <p>Your unsaved changes are still here. Check them before you save.</p>
    {conflicts.length > 0 && (
      <p>
        Also changed elsewhere: {[...new Set(conflicts)].join('; ')}. Saving replaces those changes
        with yours.
      </p>
    )}
    <Button
      variant="quiet"
      onClick={() => {
        leaveButton();
        onDiscard();
      }}
    >
      Discard changes
    </Button>
  </Banner>
);

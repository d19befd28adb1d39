import { clearOwnDraft, leaveButton, useShell, useUnsavedChanges } from '@carry/remote-kit';
import { Banner, Button } from '@carry/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
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

/** Keeps unsaved changes as a draft, because Safari on iPhone has no `beforeunload`, and asks before a link leaves them. Call the returned function after a failed save: another tab may have replaced the draft. */
export function useKeptChanges(key: string, edited: object, saved: object): () => void {
  const { drafts } = useShell();
  const [loaded] = useState(() => drafts.load<object>(key));
  const written = useRef(loaded);
  const unsaved = useRef<object>(null);
  const clear = useCallback(() => clearOwnDraft(drafts, key, written.current), [drafts, key]);
  const keep = useCallback(() => {
    if (!unsaved.current) return;
    written.current = unsaved.current;
    drafts.save(key, unsaved.current);
  }, [drafts, key]);
  useEffect(() => {
    if (edited === saved) return clear();
    unsaved.current = { edited, base: saved };
    keep();
    return () => {
      unsaved.current = null;
    };
  }, [edited, saved, clear, keep]);
  useUnsavedChanges(edited !== saved, clear);
  return keep;
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

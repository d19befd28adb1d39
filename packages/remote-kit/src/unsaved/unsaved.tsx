import type { ShellApi } from '@carry/contracts/shell';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { type Blocker, type Location, useBlocker, useNavigate } from 'react-router-dom';
import { isSamePage } from '../list/open-months';

type Discard = (() => void) | undefined;
type Register = (form: string, dirty: boolean, discard?: Discard) => void;

const UnsavedContext = createContext<Register | null>(null);

/** Asks before a page with unsaved changes is left, in a dialog or (unloads) by the browser. The router accepts one blocker, so all forms share this. */
export function UnsavedGuard({ shell, children }: { shell: ShellApi; children: ReactNode }) {
  const [dirty, setDirty] = useState<ReadonlyMap<string, Discard>>(new Map());
  const [register] = useState<Register>(
    () => (form: string, isDirty: boolean, discard?: Discard) => {
      setDirty((current) => {
        if (current.has(form) === isDirty && current.get(form) === discard) return current;
        const rest = [...current].filter(([id]) => id !== form);
        return new Map(isDirty ? [...rest, [form, discard]] : rest);
      });
    },
  );
  return (
    <UnsavedContext value={register}>
      {children}
      {dirty.size > 0 && (
        <AskBeforeLeaving
          notify={shell.notify}
          discard={() => {
            for (const discard of dirty.values()) discard?.();
          }}
        />
      )}
    </UnsavedContext>
  );
}

interface AskProps extends Pick<ShellApi, 'notify'> {
  discard(): void;
}

function AskBeforeLeaving({ notify, discard }: AskProps) {
  const onConfirmed = useEffectEvent(discard);
  const unasked = useRef<Location>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // another query may show another part of a list, without the forms in its rows
    const leaves = !isSamePage(currentLocation, nextLocation);
    if (leaves) unasked.current = nextLocation;
    return leaves;
  });
  const navigate = useNavigate();
  const latest = useRef<Blocker>(null);
  const isAsking = useRef(false);
  useEffect(() => {
    latest.current = blocker;
    if (blocker.state === 'blocked') unasked.current = null;
    // a second Back while the question is open replaces the blocked navigation
    if (blocker.state === 'blocked' && !isAsking.current) {
      isAsking.current = true;
      void notify
        .confirm('Leave without saving?', 'Your changes on this page will be lost.', {
          confirm: 'Leave',
          cancel: 'Stay',
        })
        .then((leaves) => {
          isAsking.current = false;
          const { current } = latest;
          if (!leaves) return current?.reset?.();
          if (current?.state !== 'blocked') return navigate(blocker.location); // saved meanwhile
          onConfirmed();
          current.proceed();
        });
    }
    return () => {
      latest.current = null;
    };
  }, [blocker, notify, navigate]);
  useEffect(
    () => () => {
      if (unasked.current) void navigate(unasked.current); // a save ended before the question was shown
    },
    [navigate],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return null;
}

/** Asks before the page is left while `dirty`. Any number of forms may call it. `discard` removes a draft once the user has confirmed. */
export function useUnsavedChanges(dirty: boolean, discard?: () => void): void {
  const register = useContext(UnsavedContext);
  const form = useId();
  useEffect(() => {
    register?.(form, dirty, discard);
    return () => register?.(form, false);
  }, [register, form, dirty, discard]);
}

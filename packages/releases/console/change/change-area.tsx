import { Banner, Button, ToastCard } from '@carry/ui';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type AnyChange, type AskedChange, ChangeDialog } from './change-dialog';
import styles from './change-dialog.module.css';
import { useChange } from './use-change';

const Context = createContext<(change: AskedChange) => void>(() => {});

export const useAsk = () => useContext(Context);

/** Asks before each change of the pages in it. Outlives them, so that the result of a slow change is shown on any page. */
export function ChangeArea({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState<{ asked: AskedChange; pathname: string } | null>(null);
  const { attempts, done, send, dismiss, dismissDone } = useChange();
  if (open && open.pathname !== pathname) setOpen(null);
  const asked = open?.asked ?? null;
  const attempt = attempts.find((one) => one.asked === asked);
  const closedFailures = attempts.filter((one) => one.error !== null && one !== attempt);
  const close = () => {
    if (attempt?.error) dismiss(attempt.asked);
    setOpen(null);
  };
  const confirm = async (asked: AskedChange, change: AnyChange) => {
    if (!(await send(asked, change))) return;
    asked.onDone?.();
    setOpen((current) => (current?.asked === asked ? null : current));
  };
  return (
    <Context value={(change) => setOpen({ asked: change, pathname })}>
      {children}
      {asked && (
        <ChangeDialog
          change={asked}
          isSending={attempt?.error === null}
          error={attempt?.error ?? null}
          onClose={close}
          onConfirm={(change) => void confirm(asked, change)}
        />
      )}
      <div className={styles.results}>
        {closedFailures.map(({ asked, error }) => (
          <Banner key={asked.question} tone="danger" role="alert" className={styles.failure}>
            <p>
              <strong>{asked.question}</strong> {error}
            </p>
            <Button variant="quiet" small onClick={() => dismiss(asked)}>
              Dismiss
            </Button>
          </Banner>
        ))}
        {done && <ToastCard message={done} onDismiss={dismissDone} />}
      </div>
    </Context>
  );
}

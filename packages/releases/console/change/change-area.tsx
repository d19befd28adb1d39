import { ToastCard } from '@carry/ui';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { type AnyChange, type AskedChange, ChangeDialog } from './change-dialog';
import styles from './change-dialog.module.css';
import { useChange } from './use-change';

const Context = createContext<(change: AskedChange) => void>(() => {});

export const useAsk = () => useContext(Context);

export function ChangeArea({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const { send, isSending, error, done, dismiss, reset } = useChange();
  const ask = (change: AskedChange) => {
    reset();
    setAsked(change);
  };
  const confirm = async ({ onDone }: AskedChange, change: AnyChange) => {
    if (!(await send(change))) return;
    onDone?.();
    setAsked(null);
  };
  return (
    <Context value={ask}>
      {children}
      {asked && (
        <ChangeDialog
          change={asked}
          isSending={isSending}
          error={error}
          onClose={() => setAsked(null)}
          onConfirm={(change) => void confirm(asked, change)}
        />
      )}
      {done && (
        <div className={styles.toast}>
          <ToastCard message={done} onDismiss={dismiss} />
        </div>
      )}
    </Context>
  );
}

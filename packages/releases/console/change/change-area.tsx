import { ToastCard } from '@carry/ui';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { type AnyChange, type AskedChange, ChangeDialog } from './change-dialog';
import styles from './change-dialog.module.css';
import { useChange } from './use-change';

const Context = createContext<(change: AskedChange) => void>(() => {});

export const useAsk = () => useContext(Context);

export function ChangeArea({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<AskedChange | null>(null);
  const { send, isSending, error, done, dismiss, reset } = useChange();
  const ask = (change: AskedChange) => {
    reset();
    setQuestion(change);
  };
  const confirm = async ({ onDone }: AskedChange, change: AnyChange) => {
    if (!(await send(change))) return;
    onDone?.();
    setQuestion(null);
  };
  return (
    <Context value={ask}>
      {children}
      {question && (
        <ChangeDialog
          change={question}
          isSending={isSending}
          error={error}
          onClose={() => setQuestion(null)}
          onConfirm={(change) => void confirm(question, change)}
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

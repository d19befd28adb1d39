import { Button, Dialog, ToastCard } from '@carry/ui';
import { useStore } from 'zustand';
import { useHost } from '../host';
import styles from './notices.module.css';

/** The dialog and the toasts of the page. */
export function Notices() {
  const { notify } = useHost();
  const { questions, toasts } = useStore(notify);
  const question = questions[0];
  return (
    <>
      {question && (
        <Dialog
          key={question.id}
          role="alertdialog"
          title={question.message}
          note={question.note}
          onClose={() => question.answer(false)}
        >
          {question.kind === 'confirm' && (
            <Button variant="quiet" autoFocus onClick={() => question.answer(false)}>
              Cancel
            </Button>
          )}
          <Button autoFocus={question.kind === 'alert'} onClick={() => question.answer(true)}>
            {question.kind === 'confirm' ? 'Confirm' : 'OK'}
          </Button>
        </Dialog>
      )}
      <div className={styles.toasts}>
        {toasts.map(({ id, message, action }) => (
          <ToastCard
            key={id}
            message={message}
            action={action}
            onDismiss={() => notify.dismiss(id)}
          />
        ))}
      </div>
    </>
  );
}

import { Button, Dialog } from '@carry/ui';
import { useStore } from 'zustand';
import { useHost } from '../host/host';

export function Question() {
  const { notify } = useHost();
  const [question] = useStore(notify).questions;
  if (!question) return null;
  const { id, kind, message, note, labels, answer } = question;
  return (
    <Dialog key={id} role="alertdialog" title={message} note={note} onClose={() => answer(false)}>
      {kind === 'confirm' && (
        <Button variant="quiet" autoFocus onClick={() => answer(false)}>
          {labels?.cancel ?? 'Cancel'}
        </Button>
      )}
      <Button autoFocus={kind === 'alert'} onClick={() => answer(true)}>
        {kind === 'confirm' ? (labels?.confirm ?? 'Confirm') : 'OK'}
      </Button>
    </Dialog>
  );
}

import { Button, Dialog } from '@carry/ui';
import { type ReactNode, useState } from 'react';
import { useHost } from '../host/host';

/** Asks the page, as a browser does before an unload: a page with unsaved changes prevents the event. */
const hasUnsavedChanges = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Signs out, which removes a private page. Asks first if the page has unsaved changes; render `question` for that. */
export function useSignOut(): { signOut(): void; question: ReactNode } {
  const { auth } = useHost();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const question = isAsking && (
    <Dialog
      role="alertdialog"
      title="Sign out without saving?"
      note="Your changes on this page will be lost."
      onClose={close}
    >
      <Button variant="quiet" autoFocus onClick={close}>
        Cancel
      </Button>
      <Button
        onClick={() => {
          close();
          auth.signOut();
        }}
      >
        Confirm
      </Button>
    </Dialog>
  );
  const signOut = () => (hasUnsavedChanges() ? setAsking(true) : auth.signOut());
  return { signOut, question };
}

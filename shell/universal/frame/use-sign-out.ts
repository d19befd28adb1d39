import { hasUnsavedChanges } from '@carry/contracts/shell';
import { useHost } from '../host/host';

/** Returns a function that signs out, which removes a private page. Asks first if the page has unsaved changes. */
export function useSignOut(): () => Promise<void> {
  const { auth, confirm } = useHost();
  const leaves = () =>
    confirm?.('Sign out without saving?', 'Your changes on this page will be lost.');
  return async () => {
    if (!hasUnsavedChanges() || (await leaves())) auth.signOut();
  };
}

import type { ShellApi } from 'contracts/shell';
import type { Boot, ReleaseRef } from '../universal/boot';
import { createDrafts } from '../universal/drafts';
import { createApiClient } from '../universal/http';
import { createNotify } from '../universal/notify/notify';
import { createSession } from '../universal/session/session';
import { createTokenStore } from '../universal/session/tokens';
import { leave } from './leave';

/** The browser's capabilities: one session, one client, one notifier, handed to each remote under its own name. */
export function createBrowserShell(boot: Boot) {
  const tokens = createTokenStore(localStorage);
  const drafts = createDrafts(sessionStorage);
  const notify = createNotify();
  const open = createApiClient(boot.apiUrl, null);
  const api = createApiClient(boot.apiUrl, { token: tokens.access, renew: (refused) => session.refresh(refused) });
  const session = createSession({ tokens, open, asUser: () => api, onSignOut: drafts.clearAll });
  const auth = { store: session.store, signIn: session.signIn, signOut: session.signOut };
  const shellFor = ({ name, version }: ReleaseRef): ShellApi => ({
    remote: { name, version },
    rendering: 'browser',
    site: boot.site,
    auth,
    api,
    notify: notify.api,
    drafts,
    leave: (to, url) => leave(to === 'payment' ? boot.site.payment.origins : boot.site.chatOrigins, url),
  });
  return { session, notify: notify.store, toast: notify.api.toast, shellFor };
}

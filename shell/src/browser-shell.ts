import type { ShellApi } from 'contracts/shell';
import type { Boot, ReleaseRef } from './boot';
import { createClock, isCachedDocument } from './clock';
import { createDrafts } from './drafts';
import { createApiClient } from './http';
import { leave } from './leave';
import { createNotify } from './notify/notify';
import { createSession } from './session/session';
import { createTokenStore } from './session/tokens';

/** The browser's capabilities: one session, one client, one notifier, handed to each remote under its own name. */
export function createBrowserShell(boot: Boot) {
  const tokens = createTokenStore(localStorage);
  const drafts = createDrafts(sessionStorage);
  const notify = createNotify();
  const clock = createClock(boot.now, isCachedDocument());
  const open = createApiClient(boot.apiUrl, null, { heard: clock.heard });
  const bearer = { token: tokens.access, renew: (refused: string) => session.refresh(refused) };
  const api = createApiClient(boot.apiUrl, bearer, { heard: clock.heard });
  const session = createSession({ tokens, now: clock.now, open, asUser: () => api, onSignOut: drafts.clearAll });
  const auth = { store: session.store, signIn: session.signIn, signOut: session.signOut };
  const shellFor = ({ name, version }: ReleaseRef): ShellApi => ({
    remote: { name, version },
    rendering: 'browser',
    site: boot.site,
    auth,
    api,
    notify: notify.api,
    drafts,
    now: clock.now,
    leave: (to, url) => leave(to === 'payment' ? boot.site.payment.origins : boot.site.chatOrigins, url),
  });
  return { session, clock, notify: notify.store, toast: notify.api.toast, shellFor };
}

import type { ShellApi, SiteConfig, SlotPlace } from '@carry/contracts/shell';
import { createDrafts } from '../../universal/contract/drafts';
import { handOut } from '../../universal/contract/hand-out';
import { createNotify } from '../../universal/host/notify';
import { createApiClient } from '../../universal/http/http';
import type { Boot, ReleaseRef } from '../../universal/page/boot';
import { LOCALE } from '../../universal/page/locale';
import { createSession } from '../../universal/session/session';
import { createTokenStore, readSubject } from '../../universal/session/tokens';
import { createClock, isCachedDocument } from './clock';
import { leave } from './leave';
import { createScriptLoader } from './load-script';
import { keepsSession, openStorage } from './open-storage';
import { createPageTitle } from './page-title';

const getAllowedOrigins = ({ redirects = {} }: SiteConfig, to: string): readonly string[] =>
  Object.hasOwn(redirects, to) ? (redirects[to] ?? []) : [];

export function createBrowserShell(
  boot: Boot,
  mountSlot: (consumer: string, place: SlotPlace) => void,
) {
  const storage = openStorage();
  const tokens = createTokenStore(storage);
  const notify = createNotify();
  const title = createPageTitle();
  const loadScript = createScriptLoader(boot.scriptOrigins);
  const clock = createClock(boot.now, isCachedDocument());
  const owner = () => readSubject(tokens.access() ?? '');
  const drafts = createDrafts({ storage, now: clock.now, owner });
  const { id, toApi } = boot.request;
  const calls = { heard: clock.heard, requestId: toApi ? { id, always: false } : undefined };
  const open = createApiClient(boot.apiUrl, null, calls);
  const bearer = { token: tokens.access, renew: (refused: string) => session.refresh(refused) };
  const api = createApiClient(boot.apiUrl, bearer, calls);
  // Drafts survive an expired session, unless their owner cannot be determined.
  const onEnd = (isSignOut: boolean) => (isSignOut || !owner()) && drafts.clearAll();
  const session = createSession({
    calls: boot.session,
    tokens,
    now: clock.now,
    open,
    asUser: () => api,
    onEnd,
  });
  session.store.subscribe(drafts.sweep);
  const auth = { store: session.store, signIn: session.signIn, signOut: session.signOut };
  const shellFor = ({ name, version }: ReleaseRef): ShellApi =>
    handOut({
      remote: { name, version },
      rendering: 'browser',
      site: boot.site,
      auth,
      api,
      notify: notify.api,
      drafts: drafts.of(name),
      now: clock.now,
      leave: (to, url) => leave(getAllowedOrigins(boot.site, to), url),
      loadScript,
      flagErrors: title.flagErrors,
      flags: boot.flags?.[name] ?? {},
      locale: LOCALE,
      mountSlot: (place) => mountSlot(name, place),
    });
  return {
    session,
    keepsSession: () => keepsSession(tokens),
    clock,
    notify: notify.store,
    toast: notify.api.toast,
    confirm: notify.api.confirm,
    setTitle: title.set,
    showFailure: title.showFailure,
    shellFor,
  };
}

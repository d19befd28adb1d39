import type { TokenStore } from './tokens';

const LOCK = 'carry-refresh';
const MARK = 'carry-refreshed';
/** How long tabs can see that a token was renewed: browsers show what another tab has stored long before. */
const MARK_MS = 2000;

/** A token's mark is the end of its signature, which says nothing of it. */
const markOf = (token: string | null) => `${MARK} ${token?.slice(-16) ?? ''}`;

/** Says to all tabs, before the lock is free, that a token was renewed; nobody waits for the mark to go. */
const mark = (token: string | null) =>
  new Promise<void>((marked) => {
    const hold = () => {
      marked();
      return new Promise((done) => setTimeout(done, MARK_MS));
    };
    navigator.locks.request(markOf(token), { ifAvailable: true }, hold).catch(() => marked());
  });

const isMarked = async (token: string | null) =>
  (await navigator.locks.query()).held?.some(({ name }) => name === markOf(token)) ?? false;

/** Resolves when what another tab has stored is here, or with the end of its mark. */
const arrival = (isHere: () => boolean) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(limit);
      window.removeEventListener('storage', look);
      resolve();
    };
    const look = () => isHere() && end();
    const limit = setTimeout(end, MARK_MS);
    window.addEventListener('storage', look);
  });

/**
 * Runs `exchange` in one of the tabs that want to renew the `stale` token; the others get what it has stored. Answers whether there
 * is a token now. A lock is free before other tabs see what was stored under it: whoever renews says so by a second lock, and those
 * who come later wait for the storage's own event. A browser without locks, or that refuses them, exchanges in each tab.
 */
export async function withRefreshLock(
  tokens: TokenStore,
  stale: string | null,
  exchange: () => Promise<boolean>,
): Promise<boolean> {
  const isChanged = () => tokens.access() !== stale;
  const hasToken = () => tokens.access() !== null;
  const alone = () => (isChanged() ? hasToken() : exchange());
  if (!('locks' in navigator)) return alone();
  let isHeld = false;
  const held = async () => {
    isHeld = true;
    if (!isChanged() && (await isMarked(stale))) await arrival(isChanged);
    if (isChanged()) return hasToken();
    const renewed = await exchange();
    if (isChanged()) await mark(stale);
    return renewed;
  };
  return navigator.locks.request(LOCK, held).catch((error: unknown) => {
    if (isHeld) throw error;
    return alone(); // locks are refused with the storage
  });
}

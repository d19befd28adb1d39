import type { Renewal } from '../http/http';
import type { TokenStore } from './tokens';

const LOCK = 'carry-refresh';
const MARK = 'carry-refreshed';
/** Lifetime of a mark; storage writes reach other tabs much sooner. */
const MARK_MS = 2000;

/** Uses the end of the signature, which does not reveal the token. */
const getMarkName = (token: string | null) => `${MARK} ${token?.slice(-16) ?? ''}`;

/** Marks a token as renewed for all tabs; resolves as soon as the mark is set. */
const markRenewed = (token: string | null) =>
  new Promise<void>((marked) => {
    const hold = () => {
      marked();
      return new Promise((done) => setTimeout(done, MARK_MS));
    };
    navigator.locks.request(getMarkName(token), { ifAvailable: true }, hold).catch(() => marked());
  });

const isMarked = async (token: string | null) =>
  (await navigator.locks.query()).held?.some(({ name }) => name === getMarkName(token)) ?? false;

/** Resolves when another tab's token is stored, or after the lifetime of its mark. */
const waitForToken = (hasArrived: () => boolean) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(limit);
      window.removeEventListener('storage', look);
      resolve();
    };
    const look = () => hasArrived() && end();
    const limit = setTimeout(end, MARK_MS);
    window.addEventListener('storage', look);
  });

/**
 * Runs `exchange` in one of the tabs that renew the `stale` token; the others use its result. Storage writes arrive after the lock is free,
 * so a mark (a second lock) makes later tabs wait. Without Web Locks, each tab exchanges.
 */
export async function withRefreshLock(
  tokens: TokenStore,
  stale: string | null,
  exchange: () => Promise<Renewal>,
): Promise<Renewal> {
  const isChanged = () => tokens.access() !== stale;
  const getResult = (): Renewal => (tokens.access() === null ? 'refused' : 'renewed');
  const renewUnlocked = async () => (isChanged() ? getResult() : exchange());
  if (!('locks' in navigator)) return renewUnlocked();
  let isHeld = false;
  const renewLocked = async () => {
    isHeld = true;
    if (!isChanged() && (await isMarked(stale))) await waitForToken(isChanged);
    if (isChanged()) return getResult();
    const renewed = await exchange();
    if (isChanged()) await markRenewed(stale);
    return renewed;
  };
  return navigator.locks.request(LOCK, renewLocked).catch((error: unknown) => {
    if (isHeld) throw error;
    return renewUnlocked(); // blocked storage blocks locks, too
  });
}

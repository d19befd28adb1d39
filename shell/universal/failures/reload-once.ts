const KEY = 'carry-reloaded';
const PENDING = 'pending';

/** Reloads the page after a stale release failed, once per release, so it cannot loop. Returns true if the page reloads. */
export function reloadOnce(release: string): boolean {
  try {
    if (sessionStorage.getItem(`${KEY}:${release}`)) return false;
    sessionStorage.setItem(`${KEY}:${release}`, '1');
    sessionStorage.setItem(KEY, PENDING);
  } catch {
    return false; // without storage, it could loop
  }
  location.reload();
  return true;
}

export function wasReloaded(): boolean {
  try {
    const pending = sessionStorage.getItem(KEY) === PENDING;
    sessionStorage.removeItem(KEY);
    return pending;
  } catch {
    return false;
  }
}

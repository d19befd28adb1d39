const KEY = 'carry-reloaded';
const PENDING = 'pending';

/** Loads the page anew because one of its files is gone with its release; once for each release, so that it can never loop. Answers whether it does. */
export function reloadOnce(release: string): boolean {
  try {
    if (sessionStorage.getItem(`${KEY}:${release}`)) return false;
    sessionStorage.setItem(`${KEY}:${release}`, '1');
    sessionStorage.setItem(KEY, PENDING);
  } catch {
    return false; // without a memory it could loop
  }
  location.reload();
  return true;
}

/** Whether this page was loaded by {@link reloadOnce}; true only the first time. */
export function wasReloaded(): boolean {
  try {
    const pending = sessionStorage.getItem(KEY) === PENDING;
    sessionStorage.removeItem(KEY);
    return pending;
  } catch {
    return false;
  }
}

import { ACCESS_KEY } from './tokens';

/** Calls back when another tab may have changed the stored tokens, also while this page slept or was frozen. */
export function onChangedElsewhere(look: () => void): void {
  window.addEventListener('focus', look);
  window.addEventListener('pageshow', ({ persisted }) => persisted && look()); // frozen pages hear nothing of other tabs
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && look(),
  );
  window.addEventListener('storage', ({ key }) => {
    if (key === ACCESS_KEY || key === null) look();
  });
}

import { ACCESS_KEY } from './tokens';

export function onChangedElsewhere(check: () => void): void {
  window.addEventListener('focus', check);
  window.addEventListener('pageshow', ({ persisted }) => persisted && check()); // frozen pages get no storage events
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && check(),
  );
  window.addEventListener('storage', ({ key }) => {
    if (key === ACCESS_KEY || key === null) check();
  });
}

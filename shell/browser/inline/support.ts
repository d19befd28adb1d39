import { showNotice } from './notice';

const OUTDATED =
  "Your browser is out of date, so parts of this site won't work until you update it.";

/** Detects `SUPPORTED_BROWSERS`: Chromium and Firefox by `toSorted`, Safari by import maps. */
function isSupported(): boolean {
  return (
    'toSorted' in Array.prototype &&
    'supports' in HTMLScriptElement &&
    HTMLScriptElement.supports('importmap')
  );
}

/** In an outdated browser, shows a notice and prevents the start of all scripts. */
export function checkSupport(): void {
  if (isSupported()) return;
  document.documentElement.dataset['outdated'] = '';
  showNotice(OUTDATED);
}

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

/** Returns false in an outdated browser, after showing a notice and preventing the start of the shell. */
export function checkSupport(): boolean {
  if (isSupported()) return true;
  document.documentElement.dataset['outdated'] = '';
  showNotice(OUTDATED);
  return false;
}

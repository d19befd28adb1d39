import { showNotice } from './notice';

const OUTDATED =
  "Your browser is out of date, so parts of this site won't work until you update it.";

/** Whether the browser is one of `SUPPORTED_BROWSERS`: Chromium and Firefox by `toSorted`, Safari by import maps. */
function isSupported(): boolean {
  return (
    'toSorted' in Array.prototype &&
    'supports' in HTMLScriptElement &&
    HTMLScriptElement.supports('importmap')
  );
}

/** Leaves an older browser with the server's page and a notice: no script starts. */
export function checkSupport(): void {
  if (isSupported()) return;
  document.documentElement.dataset['outdated'] = '';
  showNotice(OUTDATED);
}

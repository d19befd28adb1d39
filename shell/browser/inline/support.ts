/** Shows a notice above the page as soon as `<body>` exists. A second call replaces the text. */
export function showNotice(text: string): void {
  if (!document.body) {
    addEventListener('DOMContentLoaded', () => showNotice(text));
    return;
  }
  const notice =
    document.querySelector('[data-notice]') ??
    document.body.insertBefore(document.createElement('p'), document.body.firstChild);
  notice.setAttribute('data-notice', '');
  notice.setAttribute('role', 'status');
  notice.textContent = text;
}

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

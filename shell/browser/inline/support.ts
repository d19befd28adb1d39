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

/** Detects `SUPPORTED_BROWSERS`: Chromium by `color-mix`, Firefox by `:has()`, Safari by import maps. */
export const isSupported = (): boolean =>
  'supports' in HTMLScriptElement &&
  HTMLScriptElement.supports('importmap') &&
  CSS.supports('(color: color-mix(in srgb, red, red)) and selector(:has(a))');

/** Returns false in an outdated browser, after showing a notice and preventing the start of the shell. */
export function checkSupport(): boolean {
  if (isSupported()) return true;
  document.documentElement.dataset['outdated'] = '';
  showNotice(OUTDATED);
  return false;
}

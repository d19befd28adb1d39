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

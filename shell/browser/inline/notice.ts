/** Shows a sentence above the page, once its body has begun. A second call replaces the sentence. */
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

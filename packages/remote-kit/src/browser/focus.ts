/** Focuses the page's heading if the focused control was removed. */
export function focusHeading(): void {
  const { activeElement, body } = document;
  if (activeElement === body) document.querySelector('h1')?.focus();
}

/** Focuses the page's heading, because the pressed button is about to disappear. */
export function leaveButton(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

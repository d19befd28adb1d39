const NAME = 'carry-preview-panel';

export function openOnNextPage(): void {
  try {
    sessionStorage.setItem(NAME, 'open');
  } catch {
    // storage is blocked: the panel starts closed
  }
}

/** Returns true once after {@link openOnNextPage}. */
export function takeOpen(): boolean {
  try {
    const isOpen = sessionStorage.getItem(NAME) !== null;
    sessionStorage.removeItem(NAME);
    return isOpen;
  } catch {
    return false;
  }
}

const NAME = 'carry-preview-panel';

function openOnNextPage(): void {
  try {
    sessionStorage.setItem(NAME, 'open');
  } catch {
    // storage is blocked: the panel starts closed
  }
}

export function reloadWithPanel(): void {
  openOnNextPage();
  location.reload();
}

export function takeOpen(): boolean {
  try {
    const isOpen = sessionStorage.getItem(NAME) !== null;
    sessionStorage.removeItem(NAME);
    return isOpen;
  } catch {
    return false;
  }
}

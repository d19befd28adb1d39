let pressed: HTMLElement | null = null;

/** Remembers the control that a pointer pressed last, because Safari does not focus it. Call it in a module that loads with the page. */
export function watchPresses(): void {
  if (typeof document === 'undefined') return;
  const remember = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('a[href], button, summary') : null;
  };
  document.addEventListener('pointerdown', remember, true);
}

/** Returns the control that opens a dialog: the focused one, or the pressed one in Safari. */
export function findOpener(): HTMLElement | null {
  const { activeElement, body } = document;
  return activeElement instanceof HTMLElement && activeElement !== body ? activeElement : pressed;
}

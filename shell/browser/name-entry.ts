/** Gives the history entry of a page that was loaded whole a key of its own. The router calls all of them `default`, and would open each at the place where the one before was left. */
export function nameEntry(): void {
  const state: { key?: string } | null = history.state;
  if (state?.key) return; // reloaded, or come back to
  history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

/** Gives a document load a unique history key. The router uses `default` for all of them and would restore the wrong scroll position. */
export function nameEntry(): void {
  const state: { key?: string } | null = history.state;
  if (state?.key) return; // a reload or a back navigation
  history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

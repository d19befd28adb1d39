const { dataset } = document.documentElement;

/**
 * Loads the document of a history entry that the visitor reaches before hydration. Browsers change only the address then, if an
 * earlier document of this page added the entry: after a reload, for example.
 */
export function loadOtherEntries(): void {
  const read = () => location.pathname + location.search;
  const loaded = read();
  addEventListener('popstate', () => {
    if (read() !== loaded && dataset['hydrated'] === undefined) location.reload();
  });
}

/** Returns true if the page has unsaved changes. Dispatches a `beforeunload` of our own, which unloads nothing. */
export const hasUnsavedChanges = () =>
  !window.dispatchEvent(new CustomEvent('beforeunload', { cancelable: true }));

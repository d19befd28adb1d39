/**
 * Asks the page, as a browser does before an unload: a page with unsaved changes prevents the event. Unlike a browser's, the event
 * is a `CustomEvent`: nobody leaves.
 */
export const hasUnsavedChanges = () =>
  !window.dispatchEvent(new CustomEvent('beforeunload', { cancelable: true }));

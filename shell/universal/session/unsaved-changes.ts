/** Asks the page, as a browser does before an unload: a page with unsaved changes prevents the event. */
export const hasUnsavedChanges = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Toggles the inspector with Alt+Shift+I; fetches its code on first use. */
export function listenForInspector(): void {
  window.addEventListener('keydown', (event) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyI') return;
    event.preventDefault();
    void import(/* webpackChunkName: "inspector" */ './inspector')
      .then(({ toggleInspector }) => toggleInspector())
      .catch((error: unknown) => console.error(error));
  });
}

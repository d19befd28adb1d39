/** Opens and closes the inspector with Alt+Shift+I; its code is fetched at the first time. */
export function listenForInspector(): void {
  window.addEventListener('keydown', (event) => {
    if (!event.altKey || !event.shiftKey || event.code !== 'KeyI') return;
    event.preventDefault();
    void import(/* webpackChunkName: "inspector" */ './inspector')
      .then(({ toggleInspector }) => toggleInspector())
      .catch((error: unknown) => console.error(error));
  });
}

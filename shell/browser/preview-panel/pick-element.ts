export interface PickFrame {
  show(element: Element | null): void;
}

/** Lets the reviewer pick an element by pointer or Enter; the page gets none of these events. Null: Escape or a click in the panel. */
export const pickElement = (panel: Element, frame: PickFrame): Promise<Element | null> =>
  new Promise((resolve) => listenForPick(panel, frame, resolve));

function listenForPick(
  panel: Element,
  frame: PickFrame,
  resolve: (element: Element | null) => void,
): void {
  const picking = new AbortController();
  const end = (element: Element | null) => {
    picking.abort();
    frame.show(null);
    resolve(element);
  };
  const findTarget = (event: Event): Element | null => {
    const [target] = event.composedPath();
    const isOwn = event.composedPath().includes(panel);
    return target instanceof Element && !isOwn ? target : null;
  };
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const options = { capture: true, signal: picking.signal };
  window.addEventListener('pointermove', (event) => frame.show(findTarget(event)), options);
  window.addEventListener('focusin', (event) => frame.show(findTarget(event)), options);
  for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'] as const)
    window.addEventListener(kind, (event) => findTarget(event) && stop(event), options);
  window.addEventListener(
    'click',
    (event) => {
      const target = findTarget(event);
      if (target) stop(event);
      end(target);
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      const target = findTarget(event);
      if (event.key === 'Escape') end(null);
      else if (event.key === 'Enter' && target && target !== document.body) end(target);
      else return;
      stop(event);
    },
    options,
  );
}

import { useEffect, useRef } from 'react';

const CONTROLS = 'a[href], summary, :is(button, input, select, textarea):not(:disabled)';

/** Returns a ref for an area. If the control that was pressed in it is removed or disabled, the control in its place gets the focus. */
export function useKeptFocus<Area extends HTMLElement>() {
  const ref = useRef<Area>(null);
  useEffect(() => {
    const area = ref.current;
    if (!area) return;
    const readControls = () => [...area.querySelectorAll<HTMLElement>(CONTROLS)];
    let focused: Element | null = null;
    let place = 0;
    // on click, which keys cause, too: a window in the background gets no focus events
    const remember = () => {
      const controls = readControls();
      place = controls.indexOf(document.activeElement as HTMLElement);
      focused = controls[place] ?? null;
    };
    const observer = new MutationObserver(() => {
      const { activeElement, body } = document;
      const isLost = focused && (!focused.isConnected || focused.matches(':disabled'));
      if (!isLost || (activeElement !== body && activeElement !== focused)) return;
      focused = null;
      const controls = readControls();
      controls[Math.min(place, controls.length - 1)]?.focus({ preventScroll: true });
    });
    area.addEventListener('click', remember, true);
    observer.observe(area, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      area.removeEventListener('click', remember, true);
      observer.disconnect();
    };
  }, []);
  return ref;
}

import { useEffect, useRef } from 'react';

const CONTROLS = 'a[href], summary, :is(button, input, select, textarea):not(:disabled)';

/** Returns a ref for an area. If its focused control is removed or disabled, the control in its place gets the focus. */
export function useKeptFocus<Area extends HTMLElement>() {
  const ref = useRef<Area>(null);
  useEffect(() => {
    const area = ref.current;
    if (!area) return;
    const readControls = () => [...area.querySelectorAll<HTMLElement>(CONTROLS)];
    let focused: Element | null = null;
    let place = 0;
    const remember = ({ target }: FocusEvent) => {
      focused = target as Element;
      place = readControls().indexOf(target as HTMLElement);
    };
    const observer = new MutationObserver(() => {
      const { activeElement, body } = document;
      const isLost = focused && (!focused.isConnected || focused.matches(':disabled'));
      if (!isLost || (activeElement !== body && activeElement !== focused)) return;
      const controls = readControls();
      controls[Math.min(place, controls.length - 1)]?.focus({ preventScroll: true });
    });
    area.addEventListener('focusin', remember);
    observer.observe(area, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      area.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
  return ref;
}

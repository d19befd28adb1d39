import { focusHeading } from '@carry/remote-kit';
import { useEffect, useRef } from 'react';

const isRow = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.isConnected && node.matches('li');

/** Returns the row in which the control was removed, or the row beside the removed one; null if none is left. */
function findNextRow(changes: MutationRecord[], removed: Element): HTMLElement | null {
  const change = changes.find(({ removedNodes }) =>
    [...removedNodes].some((node) => node.contains(removed)),
  );
  if (!change) return null;
  const ownRow = (change.target as Element).closest('li');
  return [ownRow, change.nextSibling, change.previousSibling].find(isRow) ?? null;
}

function focusRow(row: HTMLElement): void {
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
}

/** Returns a ref for a page. If its focused control is removed, such as by a reload, the next row of its list gets the focus, or else the heading. */
export function useFocusAfterRemoval<Area extends HTMLElement>() {
  const ref = useRef<Area>(null);
  useEffect(() => {
    const area = ref.current;
    if (!area) return;
    let focused: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      focused = target as Element;
    };
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        // browsers may report the removal, too
        if (focused === target && focused?.isConnected) focused = null;
      });
    const observer = new MutationObserver((changes) => {
      if (!focused || focused.isConnected) return;
      const row = findNextRow(changes, focused);
      focused = null;
      clearTimeout(timer);
      // later, because a form that closes focuses the button that opened it
      timer = setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (isRow(row)) focusRow(row);
        else focusHeading();
      });
    });
    area.addEventListener('focusin', remember);
    area.addEventListener('focusout', forget);
    observer.observe(area, { childList: true, subtree: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      area.removeEventListener('focusin', remember);
      area.removeEventListener('focusout', forget);
    };
  }, []);
  return ref;
}

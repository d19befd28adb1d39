import { type MouseEvent, useEffect, useRef, useState } from 'react';

const findButtons = (area: HTMLElement | null) => [...(area?.querySelectorAll('button') ?? [])];

/** State of a form that replaces the buttons in the element `area`. The focus moves into the form, and back to the button that opened it. */
export function useInPlaceForm(isOpenAtFirst = false) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef(0);
  const shown = useRef(isOpen);
  useEffect(() => {
    if (shown.current === isOpen) return;
    shown.current = isOpen;
    if (isOpen) area.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    else findButtons(area.current)[opener.current]?.focus();
  }, [isOpen]);
  const open = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    opener.current = findButtons(area.current).indexOf(currentTarget);
    setOpen(true);
  };
  return { isOpen, area, open, close: () => setOpen(false) };
}

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isLetter, moves } from './listbox-keys';
import { useTypeahead } from './use-typeahead';

interface Choice {
  options: readonly { value: string; label: string }[];
  value: string | null;
  onChange(value: string): void;
}

/** What a listbox does with the pointer and the keyboard: whether it is open, and which option is active. */
export function useListbox({ options, value, onChange }: Choice) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const typeahead = useTypeahead(options.map((option) => option.label));
  const selected = options.findIndex((option) => option.value === value);

  useOpenList(open, root, list, () => setOpen(false));
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);

  const show = () => {
    typeahead.forget();
    setActive(Math.max(0, selected));
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (index: number) => {
    close();
    const option = options[index];
    if (option) onChange(option.value);
  };
  const find = (letter: string) => {
    const found = typeahead.type(letter, active);
    if (found !== -1) setActive(found);
  };

  const onListKey = (event: KeyboardEvent) => {
    const { key } = event;
    const last = options.length - 1;
    if (key === 'Tab') return setOpen(false);
    if (key === 'Escape') close();
    else if (moves[key]) setActive(Math.min(last, Math.max(0, moves[key](active, last))));
    else if (key === 'Enter' || (key === ' ' && !typeahead.running())) choose(active);
    else if (isLetter(event)) find(key);
    else return;
    event.preventDefault();
  };

  return { open, active, selected, setActive, show, close, choose, onListKey, root, button, list };
}

/** An open list has the focus, until somebody points elsewhere. */
function useOpenList(
  open: boolean,
  root: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what closes it is the same each time
  useEffect(() => {
    if (!open) return;
    list.current?.focus();
    const outside = (event: PointerEvent) =>
      !root.current?.contains(event.target as Node) && close();
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
}

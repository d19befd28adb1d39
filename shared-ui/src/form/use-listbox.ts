import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTypeahead } from './use-typeahead';

const PAGE = 10;

/** Maps navigation keys to the next active index; may be out of range. */
const moves: Record<string, (active: number, last: number) => number> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  Home: () => 0,
  End: (_, last) => last,
  PageDown: (active) => active + PAGE,
  PageUp: (active) => active - PAGE,
};
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

interface Choice {
  options: readonly { value: string; label: string }[];
  value: string | null;
  onChange(value: string): void;
}

export function useListbox({ options, value, onChange }: Choice) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const typeahead = useTypeahead(options.map((option) => option.label));
  const selected = options.findIndex((option) => option.value === value);

  useEffect(() => {
    if (!open) return;
    list.current?.focus();
    const closeOutside = (event: PointerEvent) =>
      !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);

  const show = () => {
    typeahead.reset();
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
  const search = (letter: string) => {
    const match = typeahead.type(letter, active);
    if (match !== -1) setActive(match);
  };

  const onListKey = (event: KeyboardEvent) => {
    const { key } = event;
    const last = options.length - 1;
    if (key === 'Tab') return setOpen(false);
    if (key === 'Escape') close();
    else if (moves[key]) setActive(Math.min(last, Math.max(0, moves[key](active, last))));
    else if (key === 'Enter' || (key === ' ' && !typeahead.running())) choose(active);
    else if (isLetter(event)) search(key);
    else return;
    event.preventDefault();
  };

  return { open, active, selected, setActive, show, close, choose, onListKey, root, button, list };
}

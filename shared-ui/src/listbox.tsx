import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { chevronDown, Icon } from './icon';
import styles from './listbox.module.css';
import { isLetter, moves } from './listbox-keys';
import { useTypeahead } from './use-typeahead';

export interface ListboxOption {
  value: string;
  label: string;
  /** URL of a small square picture. */
  icon?: string;
}

export interface ListboxProps {
  label: string;
  placeholder: string;
  options: readonly ListboxOption[];
  value: string | null;
  onChange(value: string): void;
  /** It is the one action of its view. */
  action?: boolean;
}

/** A button that opens a list to choose from (ARIA APG listbox). */
export function Listbox({
  label,
  placeholder,
  options,
  value,
  onChange,
  action = false,
}: ListboxProps) {
  const id = useId();
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
    const outside = (event: PointerEvent) =>
      !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);

  const show = () => {
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

  return (
    <div className={styles.root} ref={root}>
      <button
        ref={button}
        type="button"
        className={`${styles.button} ${action ? styles.action : ''}`}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-label={`${label}: ${options[selected]?.label ?? placeholder}`}
        onClick={() => (open ? close() : show())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          show();
        }}
      >
        {options[selected]?.label ?? placeholder}
        <Icon path={chevronDown} />
      </button>
      {open && (
        <ul
          ref={list}
          id={`${id}-list`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the listbox pattern of the ARIA practices
          role="listbox"
          tabIndex={-1}
          className={styles.list}
          aria-label={label}
          aria-activedescendant={`${id}-${active}`}
          onKeyDown={onListKey}
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the button, which keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the button keeps the focus and names the active option
            <li
              key={option.value}
              id={`${id}-${index}`}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the listbox pattern of the ARIA practices
              role="option"
              aria-selected={index === selected}
              data-active={index === active || undefined}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(index)}
            >
              {option.icon && <img src={option.icon} alt="" width="20" height="20" />}
              {option.label}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

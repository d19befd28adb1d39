import { useId } from 'react';
import { chevronDown, Icon } from '../media/icon';
import styles from './listbox.module.css';
import { useListbox } from './use-listbox';

export interface ListboxOption {
  value: string;
  label: string;
  icon?: string;
}

export interface ListboxProps {
  label: string;
  placeholder: string;
  options: readonly ListboxOption[];
  value: string | null;
  onChange(value: string): void;
  action?: boolean;
}

/** A select-only listbox with a button (ARIA APG). */
export function Listbox({
  label,
  placeholder,
  options,
  value,
  onChange,
  action = false,
}: ListboxProps) {
  const id = useId();
  const { open, active, selected, setActive, show, close, choose, onListKey, root, button, list } =
    useListbox({ options, value, onChange });

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
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA APG listbox pattern
          role="listbox"
          tabIndex={-1}
          className={styles.list}
          aria-label={label}
          aria-activedescendant={`${id}-${active}`}
          onKeyDown={onListKey}
        >
          {options.map((option, index) => (
            <Option
              key={option.value}
              option={option}
              id={`${id}-${index}`}
              selected={index === selected}
              active={index === active}
              onPoint={() => setActive(index)}
              onChoose={() => choose(index)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface OptionProps {
  option: ListboxOption;
  id: string;
  selected: boolean;
  active: boolean;
  onPoint(): void;
  onChoose(): void;
}

const Option = ({ option, id, selected, active, onPoint, onChoose }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles keys and keeps the focus
  // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus (aria-activedescendant)
  <li
    id={id}
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA APG listbox pattern
    role="option"
    aria-selected={selected}
    data-active={active || undefined}
    onPointerMove={onPoint}
    onClick={onChoose}
  >
    {option.icon && <img src={option.icon} alt="" width="20" height="20" />}
    {option.label}
  </li>
);

import {
  type ChangeEvent,
  type ChangeEventHandler,
  useLayoutEffect,
  useRef,
  type WheelEvent,
} from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;
type Value = string | number | readonly string[] | undefined;

/** The mouse wheel scrolls the page instead of changing a number. */
const onWheel = ({ currentTarget }: WheelEvent<TextControl>) =>
  currentTarget.type === 'number' && currentTarget.blur();

/** Returns props for a text field that keeps its content until `value` changes: autofill sends no event to a controlled field. */
export function useFieldValue<Control extends TextControl>(
  value: Value,
  onChange: ChangeEventHandler<Control> | undefined,
) {
  const field = useRef<Control>(null);
  const text = value === undefined ? undefined : String(value);
  const shown = useRef(text);
  useLayoutEffect(() => {
    if (text === undefined || text === shown.current) return;
    shown.current = text;
    if (field.current) field.current.value = text; // also if `defaultValue` has set it, so that React notices the next change
  }, [text]);
  if (text === undefined) return { onChange, onWheel };
  return {
    ref: field,
    onWheel,
    defaultValue: text,
    onChange(event: ChangeEvent<Control>) {
      shown.current = event.currentTarget.value;
      onChange?.(event);
    },
  };
}

/** Marks the options that `value` selects as the default, as React does in the HTML of the server. A form compares with it what autofill has chosen. */
export function useDefaultOption(value: Value) {
  const field = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (value === undefined) return;
    const values = [value].flat().map(String);
    for (const option of field.current?.options ?? []) {
      const isDefault = values.includes(option.value);
      if (option.defaultSelected !== isDefault) option.defaultSelected = isDefault;
    }
  });
  return field;
}

import { type ChangeEvent, type ChangeEventHandler, useLayoutEffect, useRef } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;
type Value = string | number | readonly string[] | undefined;

/**
 * Wires a value to a text field that keeps what is in it until that value changes. A controlled field of React loses what a browser or a
 * password manager fills in without an event, at the next render. Without a value the field is its own.
 */
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
    if (field.current && field.current.value !== text) field.current.value = text;
  }, [text]);
  if (text === undefined) return { onChange };
  return {
    ref: field,
    defaultValue: text,
    onChange(event: ChangeEvent<Control>) {
      shown.current = event.currentTarget.value;
      onChange?.(event);
    },
  };
}

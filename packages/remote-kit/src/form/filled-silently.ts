export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const TEXTLESS = new Set(['button', 'checkbox', 'file', 'hidden', 'radio', 'reset', 'submit']);

const isField = (element: Element): element is Field =>
  element.matches('input, textarea, select') && !TEXTLESS.has((element as Field).type);

export const findFields = (form: HTMLFormElement): Field[] => [...form.elements].filter(isField);

export const renderedValue = (field: Field) =>
  field instanceof HTMLSelectElement
    ? ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value
    : field.defaultValue;

export const hasChanges = (form: HTMLFormElement): boolean =>
  findFields(form).some((field) => field.value !== renderedValue(field));

/** Finds form fields that a browser or a password manager has filled in without an event. */
export class SilentFills {
  private readonly entered = new WeakMap<Element, string>();

  note(target: EventTarget): void {
    if (target instanceof Element && isField(target)) this.entered.set(target, target.value);
  }

  announce(form: HTMLFormElement): boolean {
    const silent = findFields(form).filter(
      (field) => ![this.entered.get(field), renderedValue(field)].includes(field.value),
    );
    silent.forEach(fireChange);
    return silent.length > 0;
  }
}

/** Bypasses React's value tracker, so React treats the value as user input. */
function fireChange(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  const { value } = field;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  field.value = field.defaultValue;
  set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

import { type Field, isBox, readField, restoreField } from './input-replay';

const isChanged = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (!isBox(field)) return field.value !== field.defaultValue;
  const { checked, defaultChecked } = field as HTMLInputElement;
  return checked !== defaultChecked;
};

const FIELDS = 'input:not([type="hidden"], [type="file"]), textarea, select';

/** Returns the field of the page that replaces one of the server's HTML: that with its id, or with its name (and its value, for a box), and the chosen option. */
function findSuccessor(field: Field): Field | undefined {
  const { tagName, id, name, type, value } = field;
  const fields = [...document.querySelectorAll<Field>(tagName)];
  return fields.find(
    (other) =>
      other.type === type &&
      (id ? other.id === id : name !== '' && other.name === name) &&
      (!isBox(field) || other.value === value) &&
      (!(other instanceof HTMLSelectElement) ||
        [...other.options].some((option) => option.value === value)),
  );
}

const isEdited = (field: Field, edited: WeakSet<EventTarget>): boolean =>
  edited.has(field) ||
  (field.type === 'radio' &&
    [...document.getElementsByName(field.name)].some((other) => edited.has(other)));

function carryField(
  old: Field,
  edited: WeakSet<EventTarget>,
  focused: Element | null | undefined,
): boolean {
  const field = findSuccessor(old);
  if (!field) return false;
  if (old === focused && document.activeElement === document.body)
    field.focus({ preventScroll: true });
  if (isChanged(old) && !isEdited(field, edited)) restoreField({ ...readField(old), field });
  return true;
}

const CARRY_MS = 10_000;

/**
 * Re-enters what a visitor typed into the server's HTML into the page that has replaced it, and restores the focus. Fields that come
 * later, with their data, follow within ten seconds.
 * @param edited Fields of the page that the visitor has changed, which stay.
 */
export function carryInput(
  nodes: readonly Node[],
  edited: WeakSet<EventTarget>,
  focused?: Element | null,
): void {
  const { pathname } = location;
  const html = document.createDocumentFragment();
  html.append(...nodes);
  const waiting = new Set(
    [...html.querySelectorAll<Field>(FIELDS)].filter((old) => old === focused || isChanged(old)),
  );
  const carry = () => {
    if (location.pathname !== pathname) waiting.clear();
    for (const old of waiting) if (carryField(old, edited, focused)) waiting.delete(old);
    if (waiting.size === 0) page.disconnect();
  };
  const page = new MutationObserver(carry);
  page.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => page.disconnect(), CARRY_MS);
  carry();
}

import { yieldToMain } from './hydration-hold';
import { type Field, isBox, readField, restoreField } from './input-replay';

const isChanged = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (!isBox(field)) return field.value !== field.defaultValue;
  const { checked, defaultChecked } = field as HTMLInputElement;
  return checked !== defaultChecked;
};

const FIELDS = 'input:not([type="hidden"]), textarea, select';

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

interface Captured extends Event {
  submitter?: HTMLElement | null;
}

const getButton = ({ type, target, submitter }: Captured) =>
  type === 'click' ? (target as Element).closest('button') : submitter;

/** Returns what identifies a button for the visitor and its form. React's ids differ between server and browser. */
const describe = (button: HTMLButtonElement): string =>
  JSON.stringify([
    button.type,
    button.name,
    button.value,
    button.textContent,
    button.getAttribute('aria-label'),
    button.getAttribute('form') ?? button.closest('form')?.getAttribute('id'),
  ]);

function findButton(root: ParentNode, description: string): HTMLButtonElement | null {
  const [button = null, second] = [...root.querySelectorAll('button')].filter(
    (other) => describe(other) === description,
  );
  return second ? null : button;
}

/** Describes the captured presses on buttons of the server's HTML that are unique there. */
function readPresses(html: ParentNode, captured: readonly Captured[]): string[] {
  const buttons = captured.filter(({ type }) => type !== 'input').map(getButton);
  return buttons.flatMap((button) => {
    if (!(button instanceof HTMLButtonElement)) return [];
    const description = describe(button);
    return findButton(html, description) === button ? [description] : [];
  });
}

/** Presses the buttons of the page in order. A form is submitted once, unless the visitor has changed or submitted it since. */
async function press(presses: readonly string[], edited: WeakSet<EventTarget>): Promise<void> {
  const { pathname } = location;
  for (const description of presses) {
    await yieldToMain(); // React renders the last change
    if (location.pathname !== pathname) return;
    const button = findButton(document, description);
    const form = button?.type === 'submit' ? button.form : null;
    if (form && edited.has(form)) continue;
    if (form) edited.add(form);
    button?.click();
  }
}

const CARRY_MS = 10_000;

/**
 * Re-enters what a visitor typed into the server's HTML into the page that has replaced it, and restores the focus. Then
 * it repeats the captured presses, until the visitor presses anything. What comes later, with its data, follows within
 * ten seconds.
 * @param edited Fields of the page that the visitor has changed and forms submitted, which stay.
 */
export function carryInput(
  nodes: readonly Node[],
  edited: WeakSet<EventTarget>,
  { focused, captured = [] }: { focused?: Element | null | undefined; captured?: Event[] } = {},
): void {
  const { pathname } = location;
  const html = document.createDocumentFragment();
  html.append(...nodes);
  const presses = readPresses(html, captured);
  const ended = new AbortController();
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => presses.splice(0), { capture: true, signal: ended.signal });
  for (const form of document.forms)
    if ([...form.elements].some((field) => edited.has(field))) edited.add(form);
  const waiting = new Set(
    [...html.querySelectorAll<Field>(FIELDS)].filter((old) => old === focused || isChanged(old)),
  );
  const carry = () => {
    if (location.pathname !== pathname) return page.disconnect();
    for (const old of waiting) if (carryField(old, edited, focused)) waiting.delete(old);
    const [first] = presses;
    if (waiting.size > 0 || (first && !findButton(document, first))) return;
    page.disconnect();
    void press(presses, edited).finally(() => ended.abort());
  };
  const page = new MutationObserver(carry);
  page.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => {
    page.disconnect();
    ended.abort();
  }, CARRY_MS);
  carry();
}

import { yieldToMain } from './hydration-hold';

/** Fired once by the hydrated page; listeners push the captured events into its `detail`. */
export const HAND_OVER = 'shell:hand-over';

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fire = (element: Element, type: string) =>
  element.dispatchEvent(new Event(type, { bubbles: true }));

/** Bypasses React's value tracker, so React treats the value as user input. */
function setValue(field: Field, value: string | boolean): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
}

export const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio';

export function readField(field: Field) {
  const { selectionStart = null, selectionEnd = null } = field as HTMLInputElement;
  const content = isBox(field) ? (field as HTMLInputElement).checked : field.value;
  return { field, content, selectionStart, selectionEnd, files: (field as HTMLInputElement).files };
}

/** Re-enters a value: on hydration, React would reset the field to its state. */
export function restoreField({
  field,
  content,
  selectionStart,
  selectionEnd,
  files,
}: ReturnType<typeof readField>): void {
  if (!field.isConnected) return;
  if (field instanceof HTMLSelectElement) {
    fire(field, 'input'); // hydrates the field
    setValue(field, content);
    fire(field, 'change');
  } else if (field.type === 'file') {
    (field as HTMLInputElement).files = files; // its value cannot be set
    fire(field, 'change');
  } else if (isBox(field)) {
    if (field.type === 'radio' && !content) return; // another option was chosen later
    const box = field as HTMLInputElement;
    box.checked = !content;
    fire(box, 'input');
    if (box.checked !== content) box.click();
  } else {
    field.value = field.defaultValue;
    fire(field, 'input');
    setValue(field, content);
    fire(field, 'input');
    if (selectionStart !== null && document.activeElement === field)
      field.setSelectionRange(selectionStart, selectionEnd);
  }
}

function replayEvent({ type, target, submitter }: Event & { submitter?: HTMLElement }): void {
  if (!(target instanceof Element) || !target.isConnected) return;
  if (type === 'click') target.closest('button')?.click();
  else (target as HTMLFormElement).requestSubmit(submitter);
}

/** Ends the capture of input and returns the captured events. */
export function takeInput(): Event[] {
  const captured: Event[] = [];
  dispatchEvent(new CustomEvent(HAND_OVER, { detail: captured }));
  delete document.documentElement.dataset['held'];
  return captured;
}

/** Runs a step of the replay; a failure leaves the others. */
function attempt(step: () => void): void {
  try {
    step();
  } catch (error) {
    console.error(error);
  }
}

/** Replays input captured before hydration: field values in one task, so that no keystroke comes between, then clicks and submits in order. */
export async function replayInput(): Promise<void> {
  const captured = takeInput();
  const isInput = ({ type }: Event) => type === 'input';
  const fields = new Set(captured.filter(isInput).map(({ target }) => target as Field));
  // Reads all fields before it restores one: the re-render of the first would reset the others.
  for (const state of [...fields].map(readField)) attempt(() => restoreField(state));
  for (const event of captured.filter((candidate) => !isInput(candidate))) {
    // React hydrates a part of the page for an input, but not for a submit.
    if (event.type === 'submit') fire(event.target as HTMLFormElement, 'input');
    await yieldToMain();
    attempt(() => replayEvent(event));
  }
}

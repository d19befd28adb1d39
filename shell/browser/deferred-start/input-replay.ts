import { yieldToMain } from './yield-to-main';

/** The event with which the page takes over; its `detail` gets what was held before. */
export const HAND_OVER = 'shell:hand-over';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fire = (field: Field, type: string) =>
  field.dispatchEvent(new Event(type, { bubbles: true }));

/** Sets a field as its visitor does: past the record that React keeps of what it has set itself. */
function enter(field: Field, value: string | boolean): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  set?.call(field, value);
}

const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio';

/** What its visitor has left in a field, and where in it they write. */
function readField(field: Field) {
  const { selectionStart = null, selectionEnd = null } = field as HTMLInputElement;
  const content = isBox(field) ? (field as HTMLInputElement).checked : field.value;
  return { field, content, selectionStart, selectionEnd };
}

/** Enters what stood in a field again: React takes what it finds there for its own, and would put its own back. */
function enterAgain({
  field,
  content,
  selectionStart,
  selectionEnd,
}: ReturnType<typeof readField>): void {
  if (!field.isConnected) return;
  if (field instanceof HTMLSelectElement) {
    fire(field, 'input'); // it is hydrated now
    enter(field, content);
    fire(field, 'change');
  } else if (isBox(field)) {
    if (field.type === 'radio' && !content) return; // another one was chosen after it
    const box = field as HTMLInputElement;
    box.checked = !content;
    fire(box, 'input');
    if (box.checked !== content) box.click();
  } else {
    field.value = field.defaultValue;
    fire(field, 'input');
    enter(field, content);
    fire(field, 'input');
    if (selectionStart !== null && document.activeElement === field)
      field.setSelectionRange(selectionStart, selectionEnd);
  }
}

function doAgain({ type, target, submitter }: Event & { submitter?: HTMLElement }): void {
  if (!(target instanceof Element) || !target.isConnected) return;
  if (type === 'click') target.closest('button')?.click();
  else (target as HTMLFormElement).requestSubmit(submitter);
}

/** Takes over from the program that has held what was done to the page before it was alive: fields get what stood in them, in one task that no key comes between, then what was pressed and sent is done, in its order. */
export async function replayInput(): Promise<void> {
  const held: Event[] = [];
  dispatchEvent(new CustomEvent(HAND_OVER, { detail: held }));
  delete document.documentElement.dataset['held'];
  const isInput = ({ type }: Event) => type === 'input';
  const fields = new Set(held.filter(isInput).map(({ target }) => target as Field));
  // all of them before the first: with one, React puts its own into the others
  for (const left of [...fields].map(readField)) enterAgain(left);
  for (const event of held.filter((one) => !isInput(one))) {
    await yieldToMain(); // what came of the one before is there
    doAgain(event);
  }
}

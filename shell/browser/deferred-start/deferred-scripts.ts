// In pages that are whole without a script: the scripts come once the page has been seen, or at its first touch; what is done before they run is held for them.
import { DEFERRED_SCRIPTS_ID } from '../../universal/page/boot';
import { HAND_OVER } from './input-replay';

/** How long a picture that does not come may keep the scripts waiting. */
const MAX_MS = 1500;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
const INPUTS = ['click', 'submit', 'input'];

const { dataset } = document.documentElement;
const held: Event[] = [];
let begun = false;

/** Asks for the scripts; they run in their order, and not before the end of the page, which they read. */
function begin(): void {
  const later = document.getElementById(DEFERRED_SCRIPTS_ID) as HTMLTemplateElement | null;
  if (begun || !later) return;
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', begin);
    return;
  }
  begun = true;
  const elements = document.importNode(later.content, true);
  for (const script of elements.querySelectorAll('script')) script.async = false;
  document.head.append(elements);
}

/** The browser itself tells of a pointer that rests where a page has come: it has not moved. */
function touched(event: Event): void {
  const { type, movementX, movementY } = event as PointerEvent;
  if (type !== 'pointermove' || movementX || movementY) begin();
}

/** A button that does nothing by itself: no popover, and no form, whose `submit` is held. */
function isIdle(button: HTMLButtonElement | null): boolean {
  if (!button || button.popoverTargetElement) return false;
  return !(button.form && button.type === 'submit');
}

function hold(event: Event): void {
  const { type, target } = event;
  if (type === 'click' && !isIdle((target as Element).closest('button'))) return;
  held.push(event);
  if (type === 'input') return;
  event.preventDefault();
  if (dataset['failed'] === undefined) dataset['held'] = '';
}

/** Lets the page have its events itself from now on; the answer is what it has missed. */
function handOver(event: Event): void {
  (event as CustomEvent<Event[]>).detail.push(...held);
  for (const input of INPUTS) removeEventListener(input, hold, true);
}

if (dataset['outdated'] === undefined) {
  addEventListener('load', () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin))),
  );
  setTimeout(begin, MAX_MS);
  for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, passive: true });
  for (const input of INPUTS) addEventListener(input, hold, true);
  addEventListener(HAND_OVER, handOver, { once: true });
}

// Defers the page's scripts until first paint or first input, and captures input for replay after hydration.
import { DEFERRED_SCRIPTS_ID } from '../../universal/page/boot';
import { HAND_OVER } from './input-replay';

/** A slow image may delay the `load` event, and with it the scripts, for at most this long. */
const MAX_MS = 1500;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin'];
const INPUTS = ['click', 'submit', 'input'];

const { dataset } = document.documentElement;
const captured: Event[] = [];
let started = false;

/** Inserts the deferred scripts after DOMContentLoaded; they run in document order. */
function loadScripts(): void {
  const template = document.getElementById(DEFERRED_SCRIPTS_ID) as HTMLTemplateElement | null;
  if (started || !template) return;
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', loadScripts);
    return;
  }
  started = true;
  const elements = document.importNode(template.content, true);
  for (const script of elements.querySelectorAll('script')) script.async = false;
  document.head.append(elements);
}

/** Ignores the synthetic pointermove fired when a page loads under a resting pointer. */
function handleTouch(event: Event): void {
  const { type, movementX, movementY } = event as PointerEvent;
  if (type !== 'pointermove' || movementX || movementY) loadScripts();
}

function needsScript(button: HTMLButtonElement | null): boolean {
  if (!button || button.popoverTargetElement) return false;
  return !(button.form && button.type === 'submit');
}

function capture(event: Event): void {
  const { type, target } = event;
  if (type === 'click' && !needsScript((target as Element).closest('button'))) return;
  captured.push(event);
  if (type === 'input') return;
  event.preventDefault();
  if (dataset['failed'] === undefined) dataset['held'] = '';
}

function handOver(event: Event): void {
  (event as CustomEvent<Event[]>).detail.push(...captured);
  for (const input of INPUTS) removeEventListener(input, capture, true);
}

if (dataset['outdated'] === undefined) {
  addEventListener('load', () =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadScripts))),
  );
  setTimeout(loadScripts, MAX_MS);
  for (const touch of TOUCHES)
    addEventListener(touch, handleTouch, { capture: true, passive: true });
  for (const input of INPUTS) addEventListener(input, capture, true);
  addEventListener(HAND_OVER, handOver, { once: true });
}

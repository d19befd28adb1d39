import { HAND_OVER } from '../hydration/input-replay';

const INPUTS = ['click', 'submit', 'input'];

function needsScript(button: HTMLButtonElement | null): boolean {
  if (!button || button.popoverTargetElement) return false;
  return !(button.form && button.type === 'submit');
}

/** Captures clicks, submits and input until the hydrated page takes them over for replay; after hydration, in the HTML of a slow remote only. */
export function captureInput(): void {
  const { dataset } = document.documentElement;
  const captured: Event[] = [];

  function capture(event: Event): void {
    const { type } = event;
    const target = event.target as Element;
    if (dataset['hydrated'] === '' && !target.closest('[data-server-html]')) return;
    if (type === 'click' && !needsScript(target.closest('button'))) return;
    captured.push(event);
    if (type === 'input') return;
    event.preventDefault();
    if (dataset['failed'] === undefined) dataset['held'] = '';
  }

  function handOver(event: Event): void {
    (event as CustomEvent<Event[]>).detail.push(...captured);
    for (const input of INPUTS) removeEventListener(input, capture, true);
  }

  for (const input of INPUTS) addEventListener(input, capture, true);
  addEventListener(HAND_OVER, handOver, { once: true });
}

import type { Dependencies } from '../../core/context/dependencies';
import { repeat } from '../../core/process/repeat';
import { reportOverpaid } from './overpaid';
import { reverseOverpaid } from './reversals';
import { transferDue } from './transfers';

const EVERY_MS = 15_000;

/** Transfers due shares to the coaches and reverses what was refunded later, with Stripe Connect. Reports what was overpaid by hand. */
export async function payOut(deps: Dependencies): Promise<void> {
  await reportOverpaid(deps);
  if (!deps.config.stripe.connectSecret) return;
  await transferDue(deps);
  await reverseOverpaid(deps);
}

export const runPayouts = (deps: Dependencies) =>
  repeat(EVERY_MS, 'paying out coaches', () => payOut(deps));

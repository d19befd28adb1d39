import type { Dependencies } from '../../core/context/dependencies';
import { forEachInTurn, repeat } from '../../core/process/repeat';
import { reportOverpaid } from './overpaid';
import { reverseOverpaid } from './reversals';
import { transferDue } from './transfers';

const EVERY_MS = 15_000;

const parts = [
  { what: 'reporting what was overpaid by hand', run: reportOverpaid, needsConnect: false },
  { what: 'transferring due shares', run: transferDue, needsConnect: true },
  { what: 'reversing what was refunded later', run: reverseOverpaid, needsConnect: true },
];

export const payOut = (deps: Dependencies): Promise<void> =>
  forEachInTurn(
    parts.filter(({ needsConnect }) => !needsConnect || deps.config.stripe.connectSecret),
    ({ what }) => what,
    ({ run }) => run(deps),
  );

export const runPayouts = (deps: Dependencies) =>
  repeat(EVERY_MS, 'paying out coaches', () => payOut(deps));

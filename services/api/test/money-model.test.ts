import { test } from 'vitest';
import { onPGlite } from './harness';
import { checkMoney } from './money-property';
import type { Step } from './money-world';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 12);

const order = (more: Partial<Step>): Step[] => [
  {
    do: 'order',
    student: 0,
    coach: 0,
    hour: 0,
    quantity: 1,
    words: 'Aim.',
    goOn: 'no',
    ...more,
  } as Step,
];
/** The student pays an order that another one of theirs has replaced, lets the time go and asks again. */
const returnedThenAskedAgain: Step[][] = [
  order({ goOn: 'open' }),
  order({ quantity: 2 }),
  [{ do: 'pay', which: 0 }],
  [{ do: 'tell', which: 0, times: 1 }],
  [{ do: 'sweep' }],
  order({ hour: 2 }),
  [{ do: 'look', which: 0 }],
];
/** The coach cancels what is paid; a late event and the success page come after it. */
const cancelledThenToldAgain: Step[][] = [
  order({ goOn: 'tell' }),
  [{ do: 'set', which: 0, status: 'cancelled' }],
  [{ do: 'wait', seconds: 11 }],
  [{ do: 'break', when: 'after' }],
  [{ do: 'sweep' }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'tell', which: 0, times: 3 }],
  [{ do: 'look', which: 0 }],
];
/** The hold ends, somebody else takes the time, and the first one's payment is told five times. */
const lateAndToldOften: Step[][] = [
  order({ goOn: 'open' }),
  [{ do: 'wait', seconds: 31 * 60 }],
  order({ student: 1, goOn: 'tell' }),
  [{ do: 'pay', which: 0 }],
  [{ do: 'tell', which: 0, times: 3 }],
  [{ do: 'tell', which: 0, times: 2 }],
];
/** The operator returns a payment by hand while a status is on its way. */
const returnedByHand: Step[][] = [
  order({ goOn: 'tell' }),
  [{ do: 'wait', seconds: 3 * 3600 }],
  [{ do: 'wait', seconds: 3 * 3600 }],
  [{ do: 'set', which: 0, status: 'completed' }],
  [{ do: 'wait', seconds: 11 }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'give back', which: 0 }],
  [{ do: 'tell of it', which: 0 }],
];
/** The student cancels twice while the coach cancels and wants to take it back; the provider's answer is lost. */
const bothCancel: Step[][] = [
  order({ goOn: 'tell' }),
  [{ do: 'set', which: 0, status: 'cancelled' }],
  [{ do: 'cancel', which: 0 }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'break', when: 'after' }],
  [{ do: 'sweep' }],
  [{ do: 'cancel', which: 0 }],
  [{ do: 'tell', which: 0, times: 2 }],
];
/** The coach has told that it is cancelled and takes that back; before the mail of it goes the student cancels. */
const cancelledAfterAll: Step[][] = [
  order({ goOn: 'tell' }),
  [{ do: 'set', which: 0, status: 'cancelled' }],
  [{ do: 'wait', seconds: 11 }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'cancel', which: 0 }],
];
/** Too late to cancel; after the session the student asks for the guarantee twice, and the coach sets other statuses. */
const guarantee: Step[][] = [
  order({ goOn: 'tell' }),
  [{ do: 'wait', seconds: 3 * 3600 }],
  [{ do: 'wait', seconds: 3 * 3600 }],
  [{ do: 'cancel', which: 0 }],
  [{ do: 'set', which: 0, status: 'completed' }],
  [{ do: 'ask back', which: 0 }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'sweep' }],
  [{ do: 'ask back', which: 0 }],
  [{ do: 'set', which: 0, status: 'cancelled' }],
];

onPGlite('money, whatever happens in any order', (api) => {
  test(
    'never two owners of a time, never a session for returned money, never a payment without session or refund, each told once',
    { tags: ['@fault-G4', '@fault-G8', '@fault-11.1', '@fault-student-cancel'] },
    () =>
      checkMoney(api, 1, RUNS, [
        [returnedThenAskedAgain],
        [cancelledThenToldAgain],
        [lateAndToldOften],
        [returnedByHand],
        [bothCancel],
        [cancelledAfterAll],
        [guarantee],
      ]),
  );
});

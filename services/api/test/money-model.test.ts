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
const returnedThenAskedAgain: Step[][] = [
  order({ goOn: 'open' }),
  order({ quantity: 2 }),
  [{ do: 'pay', which: 0 }],
  [{ do: 'deliver webhook', which: 0, times: 1 }],
  [{ do: 'sweep' }],
  order({ hour: 2 }),
  [{ do: 'look', which: 0 }],
];
const cancelledThenToldAgain: Step[][] = [
  order({ goOn: 'deliver' }),
  [{ do: 'set', which: 0, status: 'cancelled' }],
  [{ do: 'wait', seconds: 11 }],
  [{ do: 'break', when: 'after' }],
  [{ do: 'sweep' }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'deliver webhook', which: 0, times: 3 }],
  [{ do: 'look', which: 0 }],
];
const lateAndToldOften: Step[][] = [
  order({ goOn: 'open' }),
  [{ do: 'wait', seconds: 31 * 60 }],
  order({ student: 1, goOn: 'deliver' }),
  [{ do: 'pay', which: 0 }],
  [{ do: 'deliver webhook', which: 0, times: 3 }],
  [{ do: 'deliver webhook', which: 0, times: 2 }],
];
const returnedByHand: Step[][] = [
  order({ goOn: 'deliver' }),
  [{ do: 'wait', seconds: 3 * 3600 }],
  [{ do: 'wait', seconds: 3 * 3600 }],
  [{ do: 'set', which: 0, status: 'completed' }],
  [{ do: 'wait', seconds: 11 }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'refund at provider', which: 0 }],
  [{ do: 'deliver refund event', which: 0 }],
];
const bothCancel: Step[][] = [
  order({ goOn: 'deliver' }),
  [{ do: 'set', which: 0, status: 'cancelled' }],
  [{ do: 'cancel', which: 0 }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'break', when: 'after' }],
  [{ do: 'sweep' }],
  [{ do: 'cancel', which: 0 }],
  [{ do: 'deliver webhook', which: 0, times: 2 }],
];
const cancelledAfterAll: Step[][] = [
  order({ goOn: 'deliver' }),
  [{ do: 'set', which: 0, status: 'cancelled' }],
  [{ do: 'wait', seconds: 11 }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'cancel', which: 0 }],
];
const guarantee: Step[][] = [
  order({ goOn: 'deliver' }),
  [{ do: 'wait', seconds: 3 * 3600 }],
  [{ do: 'wait', seconds: 3 * 3600 }],
  [{ do: 'cancel', which: 0 }],
  [{ do: 'set', which: 0, status: 'completed' }],
  [{ do: 'request refund', which: 0 }],
  [{ do: 'set', which: 0, status: 'confirmed' }],
  [{ do: 'sweep' }],
  [{ do: 'request refund', which: 0 }],
  [{ do: 'set', which: 0, status: 'cancelled' }],
];

onPGlite('money, whatever happens in any order', (api) => {
  test(
    'never double-books and always confirms or refunds once',
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

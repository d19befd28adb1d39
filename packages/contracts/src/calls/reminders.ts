import { z } from 'zod';
import { text } from './fields';
import type { CallTable } from './rules';

const choice = z.object({ wanted: z.boolean() });

export const reminderCalls = {
  'POST /api/reminders/': {
    summary: 'End reminders, or have them again, by the link of one of them',
    body: choice.extend({ token: text(200) }),
    answers: { 200: choice },
  },
  'POST /api/account/reminders/': {
    summary: 'Turn session reminders on or off',
    by: 'user',
    body: choice,
    answers: { 200: choice },
  },
} satisfies CallTable;

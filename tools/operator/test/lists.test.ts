import { expect, test } from 'vitest';
import { runOperator } from '../src/cli';
import { startAcceptingApi } from './accepting-api';

/** Returns the lines that a command prints for an answer of the API. */
async function readLines(command: string, answer: unknown): Promise<string[]> {
  const { apiUrl } = await startAcceptingApi(answer);
  const environment = { apiUrl, token: 'x', who: 'kim', database: { folder: '.' }, confirm: null };
  const out: string[] = [];
  await runOperator(command.split(' '), environment, {
    out: (text) => out.push(text),
    err: (text) => out.push(text),
    color: false,
    screen: null,
  });
  return out.join('\n').split('\n');
}

test('lists a reported message with the messages around it', async () => {
  const next = { author: 'student', sent_at: '2026-11-25T12:00:00.000Z' };
  const message = {
    ...{ id: 7, booking_id: 3, author: 'coach', text: 'Pay me directly', reasons: ['Scam'] },
    ...{ files: ['proof.png'], attachments: [{ id: 2, name: 'proof.png', size: 5 }] },
    around: [
      { ...next, id: 6, text: 'Which role?' },
      { ...next, id: 9, text: 'No\n\u202eway' },
    ],
  };
  expect(await readLines('messages list', [message])).toEqual([
    '7  booking 3, by the coach: Pay me directly',
    '    file: proof.png',
    '    reported: Scam',
    '    before, 2026-11-25 12:00Z, by the student: Which role?',
    '    after, 2026-11-25 12:00Z, by the student: No way',
  ]);
});

test("lists a review with its coach's reply", async () => {
  const review = {
    ...{ id: 7, coach_id: 1, coach: 'Nova', reviewer_name: 'Kim', rating: 2, comment: 'Late.' },
    ...{ reply: 'You\nfool.', reasons: ['Rude'], hidden_because: null },
  };
  expect(await readLines('reviews list', [review])).toEqual([
    '7  2 of 5 for Nova (coach 1) by Kim: Late.',
    '    reply: You fool.',
    '    reported: Rude',
  ]);
});

test('lists operator actions with amount, result and reason', async () => {
  const entry = { id: 3, at: '2026-11-25T12:00:00.000Z', who: 'kim', target: 7, status: 200 };
  const plain = { ...entry, amount: null, reason: null };
  const entries = [
    { ...plain, action: 'refund booking', amount: 12.5 },
    { ...plain, id: 2, action: 'refund booking', status: 502 },
    { ...plain, id: 1, action: 'hide review', reason: 'An\ninsult.' },
  ];
  expect(await readLines('audit', entries)).toEqual([
    expect.stringMatching(/refund booking +7 +\$12\.50 +done$/),
    expect.stringMatching(/refund booking +7 +failed \(502\), outcome unknown$/),
    expect.stringMatching(/hide review +7 +done +reason: An insult\.$/),
  ]);
});

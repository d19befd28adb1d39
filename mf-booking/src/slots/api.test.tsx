import { ApiError, type ApiRequest } from '@carry/remote-kit';
import { asOtherServer, createFakeShell } from '@carry/remote-kit/fake-shell';
import { expect, test } from 'vitest';
import { getSlots } from './api';

const CALL = 'GET /api/coach/7/available-slots/?date=2026-11-23&duration=60';
function ask(answer: (request: ApiRequest | undefined) => unknown, signedIn: boolean) {
  const bearers: boolean[] = [];
  const { shell } = createFakeShell({
    auth: { status: 'signed-in' },
    answers: {
      [CALL]: (_, request) => {
        bearers.push(request?.bearer === true);
        return answer(request);
      },
    },
  });
  const query = { coachId: '7', date: '2026-11-23', signedIn };
  return { bearers, day: getSlots(shell.api, query, new AbortController().signal) };
}
const refuse = (code: 'network' | 'http', status: number) => (request: ApiRequest | undefined) => {
  if (request?.bearer) throw new ApiError(code, status);
  return { available_slots: [{ start: '09:00' }] };
};

test('reads the specified response without a token', async () => {
  const { bearers, day } = ask(() => ({ available_slots: [{ start: '09:00' }] }), false);
  expect(await day).toEqual({
    starts: [{ time: '09:00', freeMinutes: undefined }],
    maxPieceMinutes: 120,
    personal: false,
  });
  expect(bearers).toEqual([false]);
});

test('offers each start once', async () => {
  const starts = ['09:00', '09:00', '09:00:00', '10:00'];
  const { day } = ask(() => ({ available_slots: starts.map((start) => ({ start })) }), false);
  expect((await day).starts.map(({ time }) => time)).toEqual(['09:00', '10:00']);
});

test('reads the extended response with a token', async () => {
  const { bearers, day } = ask(
    () => ({ available_slots: [{ start: '09:00', room_minutes: 60 }], max_piece_minutes: 120 }),
    true,
  );
  expect(await day).toEqual({
    starts: [{ time: '09:00', freeMinutes: 60 }],
    maxPieceMinutes: 120,
    personal: true,
  });
  expect(bearers).toEqual([true]);
});

test.each([
  ['whose CORS does not let the token through', refuse('network', 0)],
  ['that refuses the token', refuse('http', 401)],
])('falls back to the specified call for a server %s', async (_, answer) => {
  const { bearers, day } = ask(answer, true);
  expect((await day).starts).toHaveLength(1);
  expect(bearers).toEqual([true, false]);
});

test.each([
  null,
  {},
  { available_slots: null },
  { available_slots: [{ start: 900 }] },
  { available_slots: [{ start: '25:00' }] },
  { available_slots: [null] },
])('rejects a malformed response (%j)', { tags: ['@fault-11.17'] }, async (answer) => {
  await expect(ask(() => asOtherServer(answer), false).day).rejects.toThrow();
});

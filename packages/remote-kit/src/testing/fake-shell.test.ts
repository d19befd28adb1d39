import { expect, test, vi } from 'vitest';
import { asOtherServer, createFakeShell } from './fake-shell';

const coach = { id: 1, name: 'Nova', description: 'Aim.', image_url: null };
const ask = (answer: unknown, path = '/api/coaches/1/') =>
  createFakeShell({ answers: { [`GET ${path}`]: () => answer } }).shell.api.get(path as never);

test('returns a valid response, even with fewer members than ours', async () => {
  expect(await ask(coach)).toEqual(coach);
  const slots = { available_slots: [{ start: '10:00' }] };
  expect(await ask(slots, '/api/coach/7/available-slots/?date=2026-11-23&duration=60')).toEqual(
    slots,
  );
});

test.each<[string, unknown, string, RegExp]>([
  [
    'with a wrong type',
    { ...coach, name: 7 },
    '/api/coaches/1/',
    /GET \/api\/coaches\/1\/: name: /,
  ],
  [
    'with a wrong nested type',
    [{ id: 1, label: 'One-on-one', rate: '25', is_hourly: true }],
    '/api/coaches/1/services/',
    /: 0\.rate: /,
  ],
  ['that is not a list', {}, '/api/coaches/1/services/', /: it: .*array/],
  ['for an unknown call', coach, '/api/coach/1/', /the API has no such call/],
])('rejects a response %s and logs the reason', async (_, answer, path, why) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  await expect(ask(answer, path)).rejects.toThrow(why);
  expect(printed.mock.calls.join()).toMatch(why);
  printed.mockRestore();
});

test('returns an invalid response marked with asOtherServer', async () => {
  expect(await ask(asOtherServer({ ...coach, name: 7 }))).toMatchObject({ name: 7 });
});

import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { expect, test } from 'vitest';
import { zonelessDays } from './days';
import { getWeek } from './week';

const NOW = Date.parse('2026-11-24T23:30:00Z');
const dates = [24, 25, 26, 27, 28, 29, 30].map((day) => `2026-11-${day}`);
const all = [...dates, '2026-12-01', '2026-12-02'];
const createPath = (date: string) => `GET /api/coach/7/available-slots/?date=${date}&duration=60`;

function open(missing?: string) {
  const answered = all.filter((date) => date !== missing);
  const answers = answered.map((date) => [
    createPath(date),
    () => ({ available_slots: [{ start: '09:00', room_minutes: 60 }] }),
  ]);
  return createFakeShell({ answers: Object.fromEntries(answers), now: () => NOW });
}
const onServer = ({ shell }: ReturnType<typeof open>) =>
  ({ ...shell, rendering: 'server' }) as const;

test('reads the days of every time zone on the server', async () => {
  const fake = open();
  const week = await getWeek(onServer(fake), '7');
  expect(Object.keys(week ?? {})).toEqual(all);
  expect(week?.['2026-12-02']).toMatchObject({
    state: 'ready',
    rendered: true,
    personal: false,
    starts: [{ time: '09:00', freeMinutes: 60 }],
  });
});

test('leaves the days to the browser when a read fails', async () => {
  expect(await getWeek(onServer(open('2026-11-28')), '7')).toBeNull();
});

test('reads nothing in the browser', async () => {
  const { shell, recorded } = open();
  expect(await getWeek(shell, '7')).toBeNull();
  expect(JSON.stringify(recorded)).not.toContain('available-slots');
});

test('marks the first and last day as days of some zones', () => {
  const days = zonelessDays(all);
  expect(days.map(({ zoneless }) => zoneless).join()).toBe(
    `edge,${Array(7).fill('likely').join()},edge`,
  );
  expect(days[1]?.label).toBe('Wed, Nov 25');
});

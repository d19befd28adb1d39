import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { bookings } from '../src/core/db/schema';
import { backup, restore } from '../src/features/backup';
import { calendarUrl } from '../src/features/calendar/url';
import { onPostgres } from './harness';

onPostgres('numbers after a restore', (api) => {
  const book = async (): Promise<number> => {
    const { access } = await api().asStudent();
    const order = api().order(await api().slotIn(3));
    return (await api().send('POST', '/api/create-booking/', order, access)).body.booking_id;
  };

  async function openCalendar(id: number): Promise<number> {
    const url = calendarUrl(api().config, { id, startsAt: api().now() }) ?? '';
    return (await api().app.request(url)).status;
  }

  test('are not used again, also after a second restore', async () => {
    const { database } = api().config;
    const folder = mkdtempSync(path.join(tmpdir(), 'carry-numbers-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'backup');
    await backup(database, file);
    const confirm = (id: number) =>
      api().db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, id));
    const numbers: number[] = [];
    for (const hours of [1, 2, 3]) {
      const id = await book();
      await confirm(id);
      expect(await openCalendar(id)).toBe(200);
      for (const old of numbers) expect(await openCalendar(old)).toBe(404);
      numbers.push(id);
      const now = new Date(Date.now() + hours * 3_600_000);
      await restore(database, file, { replace: true, now });
    }
    expect(new Set(numbers).size).toBe(3);
  });
});

import { gunzipSync } from 'node:zlib';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';
import { booking } from './matrix-row';

const HOUR_MS = 3_600_000;

onEveryDatabaseAtNight('the feed of all sessions', (api) => {
  test('lists sessions until its address is renewed', async () => {
    const coach = await api().newCoach('subscribed');
    const as = async (method: string, path: string, body?: unknown) =>
      (await api().send(method, path, body, await signAccess(api(), coach.userId))).body;
    const start = Math.ceil(api().now().getTime() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS;
    const [student] = await api().newCrowd('subscriber', 1);
    const owner = { ...coach, studentId: student?.id ?? 0, coachUserId: coach.userId };
    const at = (hours: number) => new Date(start + hours * HOUR_MS);
    const add = (status: 'confirmed' | 'cancelled' | 'pending_payment', hours: number) =>
      booking(api(), owner, status, { startsAt: at(hours), endsAt: at(hours + 1) });
    const { id } = await add('confirmed', 0);
    await add('cancelled', 2);
    await add('pending_payment', 4);
    const { feed_url: url } = await as('GET', '/api/coach/calendar/');
    const response = await api().app.request(url);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const calendar = new ICAL.Component(ICAL.parse(await response.text()));
    for (const name of ['name', 'x-wr-calname'])
      expect(calendar.getFirstPropertyValue(name)).toBe('Carry sessions');
    expect(
      calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid')),
    ).toEqual([`booking-${id}@site.test`]);
    const { feed_url: renewed } = await as('POST', '/api/coach/calendar/renew/', {});
    expect((await api().app.request(url)).status).toBe(404);
    expect((await api().app.request(renewed)).status).toBe(200);
    const other = await api().newCoach('not-subscribed');
    const swapped = renewed.replace(`/coach/${coach.coachId}/`, `/coach/${other.coachId}/`);
    expect((await api().app.request(swapped)).status).toBe(404);
  });

  test('streams its sessions in small pieces', async () => {
    const coach = await api().newCoach('streamed');
    const [student] = await api().newCrowd('streamed', 1);
    const owner = { ...coach, studentId: student?.id ?? 0, coachUserId: coach.userId };
    const start = Math.ceil(api().now().getTime() / HOUR_MS) * HOUR_MS;
    const times = Array.from({ length: 45 }, (_, index) => new Date(start + (index + 1) * HOUR_MS));
    for (const startsAt of times)
      await booking(api(), owner, 'confirmed', {
        startsAt,
        endsAt: new Date(startsAt.getTime() + HOUR_MS),
      });
    const token = await signAccess(api(), coach.userId);
    const { feed_url: url } = (await api().send('GET', '/api/coach/calendar/', undefined, token))
      .body;
    const response = await api().app.request(url);
    const pieces: string[] = [];
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
    expect(pieces).toHaveLength(5); // head, 20, 20 and 5 sessions, and the end
    const calendar = new ICAL.Component(ICAL.parse(pieces.join('')));
    const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
    expect(events.map(({ startDate }) => startDate.toJSDate())).toEqual(times);
    const compressed = await api().app.request(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await compressed.arrayBuffer()).toString()).toMatch(/END:VCALENDAR\r\n$/);
  });
});

import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { bookings, coaches } from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

const HOUR_MS = 3_600_000;
const NAME = `Łucja; "the, aim" 🎯 \\ ${'🎯'.repeat(50)}`;

onEveryDatabaseAtNight('the calendar file of a session', (api) => {
  async function paidSession(name: string) {
    const [student] = await api().newCrowd(name, 1);
    const coach = await api().newCoach(`${name}-coach`);
    await api().db.update(coaches).set({ name: NAME }).where(eq(coaches.id, coach.coachId));
    const as = async (userId: number, method: string, path: string, body?: unknown) =>
      api().send(method, path, body, await signAccess(api(), userId));
    const start = (Math.floor(api().now().getTime() / HOUR_MS) + 72) * HOUR_MS;
    const at = new Date(start).toISOString();
    const order = api().order(
      { date: at.slice(0, 10), time: at.slice(11, 16) },
      { coach_id: coach.coachId, service_id: coach.serviceId, time_zone: 'Asia/Tokyo' },
    );
    const mine = (method: string, path: string, body?: unknown) =>
      as(student?.id ?? 0, method, path, body);
    const { booking_id: id } = (await mine('POST', '/api/create-booking/', order)).body;
    const { sessionId } = (await mine('POST', `/api/bookings/${id}/checkout/`, {})).body;
    await api().pay(sessionId);
    await webhook(api(), sessionId);
    const [listed] = (await mine('GET', '/api/my-sessions/')).body;
    const set = (status: string) =>
      as(coach.userId, 'PATCH', `/api/bookings/${id}/status/`, { status });
    const coachMails = {
      list: async () => (await as(coach.userId, 'GET', '/api/bookings/')).body,
      sent: async () => (await api().mailsTo(coach.email)).reverse(),
    };
    const url = listed.calendar_url as string;
    const { coachId } = coach;
    return { id, coachId, start, mine, set, sessionId, url, listed, coachMails };
  }
  const fetchFile = (url: string) => api().app.request(url);
  async function eventAt(url: string) {
    const file = await (await fetchFile(url)).text();
    return eventIn(file);
  }
  function eventIn(file: string) {
    const calendar = new ICAL.Component(ICAL.parse(file));
    const event = calendar.getFirstSubcomponent('vevent');
    const value = (name: string) => event?.getFirstPropertyValue(name)?.toString();
    return {
      method: calendar.getFirstPropertyValue('method'),
      uid: value('uid'),
      sequence: Number(value('sequence')),
      status: value('status'),
      start: value('dtstart'),
      end: value('dtend'),
      summary: value('summary'),
      location: value('location'),
    };
  }
  const utc = (moment: number) => new Date(moment).toISOString().replace('.000Z', 'Z');

  test('names the meeting place, also after the coach set a link', async () => {
    const { url, coachId, mine, sessionId } = await paidSession('placed');
    const placeShown = async () =>
      (await mine('GET', `/api/stripe/success-info/?session_id=${sessionId}`)).body.purchase.place;
    expect(await placeShown()).toEqual({
      kind: 'discord',
      url: 'https://discord.com/channels/1',
    });
    expect((await eventAt(url)).location).toBe('Discord, https://discord.com/channels/1');
    const meetingUrl = 'https://meet.example/nova';
    await api().db.update(coaches).set({ meetingUrl }).where(eq(coaches.id, coachId));
    expect((await eventAt(url)).location).toBe(meetingUrl);
    expect(await placeShown()).toEqual({ kind: 'link', url: meetingUrl });
  });

  test('writes valid iCalendar that parses back unchanged', {
    tags: ['@extra-7'],
  }, async () => {
    const { id, start, url } = await paidSession('standard');
    const answer = await fetchFile(url);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="session-${id}.ics"`,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const file = await answer.text();
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const octets = file.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(Math.max(...octets)).toBeLessThanOrEqual(75);
    expect(file).not.toContain('\uFFFD');
    expect(file).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\n/);
    expect(file.replaceAll('\r\n ', '')).toContain('Łucja\\; "the\\, aim" 🎯 \\\\ 🎯🎯');
    expect(eventIn(file)).toEqual({
      method: 'PUBLISH',
      uid: `booking-${id}@site.test`,
      sequence: 0,
      status: 'CONFIRMED',
      start: utc(start),
      end: utc(start + HOUR_MS),
      summary: `One-on-one coaching with ${NAME}`,
      location: 'Discord, https://discord.com/channels/1',
    });
  });

  test('keeps the UID and raises SEQUENCE with every change', {
    tags: ['@fault-calendars', '@extra-7'],
  }, async () => {
    const { id, start, url, mine, set, listed } = await paidSession('versions');
    const first = await eventAt(url);
    const next = start + 24 * HOUR_MS;
    await mine('POST', `/api/my-sessions/${id}/move/`, {
      session_time: new Date(next).toISOString(),
    });
    const moved = { ...first, sequence: 1, start: utc(next), end: utc(next + HOUR_MS) };
    expect(await eventAt(url)).toEqual(moved);
    expect(listed.calendar_url).toBe((await mine('GET', '/api/my-sessions/')).body[0].calendar_url);
    await set('cancelled');
    expect(await eventAt(url)).toEqual({ ...moved, sequence: 2, status: 'CANCELLED' });
    await set('confirmed');
    expect(await eventAt(url)).toEqual({ ...moved, sequence: 3 });
    await mine('POST', `/api/my-sessions/${id}/cancel/`, {});
    await mine('POST', `/api/my-sessions/${id}/cancel/`, {});
    expect(await eventAt(url)).toEqual({ ...moved, sequence: 4, status: 'CANCELLED' });
  });

  test("attaches updates and cancellations to the student's mails", {
    tags: ['@extra-7'],
  }, async () => {
    const { id, start, mine } = await paidSession('by-mail');
    const next = start + 24 * HOUR_MS;
    await mine('POST', `/api/my-sessions/${id}/move/`, {
      session_time: new Date(next).toISOString(),
    });
    await mine('POST', `/api/my-sessions/${id}/cancel/`, {});
    const mails = (await api().mailsTo('by-mail0@example.com')).reverse();
    expect(
      mails.map(({ calendar }) => {
        const { method, status, sequence, start } = eventIn(calendar ?? '');
        return { method, status, sequence, start };
      }),
    ).toEqual([
      { method: 'PUBLISH', status: 'CONFIRMED', sequence: 0, start: utc(start) },
      { method: 'PUBLISH', status: 'CONFIRMED', sequence: 1, start: utc(next) },
      { method: 'CANCEL', status: 'CANCELLED', sequence: 2, start: utc(next) },
    ]);
  });

  test('sends the coach a file without student data', {
    tags: ['@fault-calendars', '@extra-x8'],
  }, async () => {
    const { id, start, mine, coachMails, listed } = await paidSession('for-coach');
    const next = start + 24 * HOUR_MS;
    await mine('POST', `/api/my-sessions/${id}/move/`, {
      session_time: new Date(next).toISOString(),
    });
    const [booking] = await coachMails.list();
    expect(booking.calendar_url).not.toBe(listed.calendar_url);
    const file = await (await fetchFile(booking.calendar_url)).text();
    expect(eventIn(file)).toMatchObject({
      uid: `booking-${id}@site.test`,
      sequence: 1,
      start: utc(next),
      summary: `One-on-one coaching, booking ${id}`,
    });
    expect(file).not.toContain('for-coach0');
    await mine('POST', `/api/my-sessions/${id}/cancel/`, {});
    expect(
      (await coachMails.sent()).map(({ calendar }) => {
        const { method, sequence, start } = eventIn(calendar ?? '');
        return { method, sequence, start };
      }),
    ).toEqual([
      { method: 'PUBLISH', sequence: 0, start: utc(start) },
      { method: 'PUBLISH', sequence: 1, start: utc(next) },
      { method: 'CANCEL', sequence: 2, start: utc(next) },
    ]);
  });

  test('rejects guessed and changed links', {
    tags: ['@fault-calendars', '@extra-7'],
  }, async () => {
    const { id, url, sessionId, mine } = await paidSession('signed');
    const other = await paidSession('signed-other');
    const swapped = url.replace(`/calendar/${id}/`, `/calendar/${other.id}/`);
    const signature = url.split('/')[5] ?? '';
    const flipped = `${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const wrong of [
      swapped,
      url.replace(signature, flipped),
      url.replace(signature, 'x'),
      url.replace(`/${id}/`, '/9999999999/'),
      url.replace(`/${id}/`, '/x/'),
    ])
      expect([wrong, (await fetchFile(wrong)).status]).toEqual([wrong, 404]);
    const { purchase } = (await mine('GET', `/api/stripe/success-info/?session_id=${sessionId}`))
      .body;
    expect(purchase).toMatchObject({ calendar_url: url, status: 'confirmed' });
    await api().db.update(bookings).set({ status: 'expired' }).where(eq(bookings.id, id));
    expect((await fetchFile(url)).status).toBe(404);
  });

  test('has no file without a time', async () => {
    const student = await api().newStudent('no-time');
    const { booking_id: id } = (
      await api().send('POST', '/api/create-booking/', api().order(null), student)
    ).body;
    await api().db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, id));
    const [listed] = (await api().send('GET', '/api/my-sessions/', undefined, student)).body;
    expect(listed).toMatchObject({ id, calendar_url: null });
  });
});

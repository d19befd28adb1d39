import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { and, eq, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  busyTimes,
  coachCalendars,
  coaches,
  coachListings,
  outbox,
  users,
} from '../src/core/db/schema';
import { signAccess } from '../src/features/accounts/access-token';
import { refreshCalendars } from '../src/features/busy-times/refresh';
import { refreshListings } from '../src/features/directory/refresh';
import { type Harness, onEveryDatabaseAtNight } from './harness';

const HOUR_MS = 3_600_000;
let answer: { status: number; text: string } = { status: 200, text: '' };
let gate = Promise.resolve();
const server = http.createServer(async (_, response) => {
  await gate;
  response.writeHead(answer.status).end(answer.text);
});
let address = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/private.ics`;
});
afterAll(() => void server.close());

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.000/g, '');
function serve(...events: [start: number, end: number][]): void {
  const lines = events.flatMap(([start, end], index) => [
    ...['BEGIN:VEVENT', `UID:${index}`, `DTSTART:${stamp(start)}`, `DTEND:${stamp(end)}`],
    'END:VEVENT',
  ]);
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
  answer = { status: 200, text };
}

function withOddEvent(text: string): string {
  const odd = ['BEGIN:VEVENT', 'UID:odd', 'SUMMARY:Odd', 'DTSTART:Tuesday', 'END:VEVENT', ''];
  return text.replace('BEGIN:VEVENT', `${odd.join('\r\n')}BEGIN:VEVENT`);
}

async function newCoach(api: Harness, name: string) {
  const coach = await api.newCoach(name);
  /** A new token, because these tests set the clock forward. */
  const as = async (method: string, path: string, body?: unknown) =>
    api.send(method, path, body, await signAccess(api, coach.userId));
  const start = Math.ceil(api.now().getTime() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS;
  const at = new Date(start).toISOString();
  const slot = { date: at.slice(0, 10), time: at.slice(11, 16) };
  const starts = async () =>
    (
      await api.send(
        'GET',
        `/api/coach/${coach.coachId}/available-slots/?date=${slot.date}&duration=60`,
      )
    ).body.available_slots.map((one: { start: string }) => one.start) as string[];
  const connect = (url: string | null) => as('PATCH', '/api/coach/calendar/', { url });
  const read = async () => (await as('GET', '/api/coach/calendar/')).body;
  return { ...coach, as, start, slot, starts, connect, read };
}

/** Adds coaches with a calendar that is due. Returns their ids. */
async function connectAll({ db, now }: Harness, urls: string[]): Promise<number[]> {
  const accounts = await db
    .insert(users)
    .values(urls.map(() => ({ email: `${randomUUID()}@example.com`, passwordHash: 'x' })))
    .returning({ userId: users.id });
  const coachIds = (
    await db
      .insert(coaches)
      .values(accounts.map((one) => ({ ...one, name: 'Due', description: '', timeZone: 'UTC' })))
      .returning({ id: coaches.id })
  ).map(({ id }) => id);
  await db
    .insert(coachCalendars)
    .values(coachIds.map((coachId, at) => ({ coachId, url: urls[at] ?? '', nextReadAt: now() })));
  return coachIds;
}

onEveryDatabaseAtNight("a coach's own calendar", (api) => {
  test('blocks busy times on the page and for orders', async () => {
    const coach = await newCoach(api(), 'busy');
    const { start, slot, starts, connect } = coach;
    expect(await starts()).toContain(slot.time);
    serve([start + HOUR_MS / 2, start + HOUR_MS]);
    const { status, body } = await connect(address);
    expect([status, body.busy]).toEqual([
      200,
      { url: address, read_at: expect.any(String), problem: null, times: 1 },
    ]);
    expect(await starts()).not.toContain(slot.time);
    const student = await api().newStudent('too-late');
    const order = api().order(slot, { coach_id: coach.coachId, service_id: coach.serviceId });
    const create = () => api().send('POST', '/api/create-booking/', order, student);
    expect(await create()).toMatchObject({
      status: 409,
      body: { detail: 'This time slot is no longer available.' },
    });
    await connect(null);
    expect(await starts()).toContain(slot.time);
    expect((await create()).status).toBe(201);
  });

  test('is read again and moves the next free time', async () => {
    const { coachId, connect, read } = await newCoach(api(), 'again');
    serve();
    await connect(address);
    await refreshListings(api());
    const listing = async () =>
      (
        await api().db.select().from(coachListings).where(eq(coachListings.coachId, coachId))
      )[0]?.nextFreeAt?.getTime() ?? 0;
    const before = await listing();
    serve([api().now().getTime() - HOUR_MS, before + 48 * HOUR_MS]);
    await refreshCalendars(api());
    expect((await read()).busy.times).toBe(0); // not due yet
    api().clock.offset += 11 * 60_000;
    await refreshCalendars(api());
    expect((await read()).busy.times).toBe(1);
    await refreshListings(api());
    expect(await listing()).toBeGreaterThanOrEqual(before + 48 * HOUR_MS);
  });

  describe('in another time zone', () => {
    async function travel(name: string) {
      const coach = await newCoach(api(), name);
      const day = stamp(coach.start).slice(0, 8);
      const event = ['BEGIN:VEVENT', 'UID:1', `DTSTART;VALUE=DATE:${day}`, 'END:VEVENT'];
      const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR'].join('\r\n');
      answer = { status: 200, text };
      await coach.connect(address);
      const own = (await coach.as('GET', '/api/coach/availability/')).body;
      const change = { ...own, time_zone: 'Asia/Tokyo', seen: own };
      const ofCoach = eq(busyTimes.coachId, coach.coachId);
      const busyFrom = async () =>
        Number((await api().db.select().from(busyTimes).where(ofCoach))[0]?.startsAt);
      const before = await busyFrom();
      const movedHours = async () => (before - (await busyFrom())) / HOUR_MS;
      return { ...coach, change, movedHours };
    }

    test('is read again after the coach sets it', async () => {
      const { as, change, movedHours } = await travel('travelling');
      expect((await as('PATCH', '/api/coach/availability/', change)).status).toBe(200);
      await refreshCalendars(api());
      expect(await movedHours()).toBe(9);
    });

    test('is read again after an operator sets it', async () => {
      const { coachId, change, movedHours } = await travel('relocated');
      const path = `/api/operator/coaches/${coachId}/availability/`;
      const saved = await api().send('PATCH', path, change, api().config.operatorToken);
      expect(saved.status).toBe(200);
      await refreshCalendars(api());
      expect(await movedHours()).toBe(9);
    });

    test('is read again after a read in the old one', async () => {
      const { as, connect, change, movedHours } = await travel('travelling at once');
      let open = () => {};
      gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      onTestFinished(() => open());
      const asked = once(server, 'request');
      const reading = connect(address);
      await asked;
      await as('PATCH', '/api/coach/availability/', change);
      open();
      await reading;
      await refreshCalendars(api());
      expect(await movedHours()).toBe(9);
    });
  });

  test('keeps the busy times and shows the problem after a failure', async () => {
    const { coachId, start, connect, read } = await newCoach(api(), 'failing');
    serve([start, start + HOUR_MS]);
    await connect(address);
    answer = { status: 500, text: '' };
    for (let round = 0; round < 3; round++) {
      api().clock.offset += 7 * HOUR_MS;
      await refreshCalendars(api());
    }
    expect((await read()).busy).toMatchObject({
      problem: 'This address returned error 500.',
      times: 1,
    });
    answer = { status: 200, text: '<html>Sign in</html>' };
    expect((await connect(address)).body.busy).toMatchObject({
      problem: 'This is not a calendar file.',
      read_at: expect.any(String),
      times: 1,
    });
    expect(
      await api().db.select().from(busyTimes).where(eq(busyTimes.coachId, coachId)),
    ).toMatchObject([{ startsAt: new Date(start) }]);
  });

  test('blocks the times that it can read and names the others', async () => {
    const { coachId, start, connect } = await newCoach(api(), 'partly');
    serve([start, start + HOUR_MS]);
    answer.text = withOddEvent(answer.text);
    const before = api().now();
    expect((await connect(address)).body.busy).toMatchObject({
      problem: expect.stringContaining('“Odd”'),
      read_at: expect.any(String),
      times: 1,
    });
    const [stored] = await api()
      .db.select()
      .from(coachCalendars)
      .where(eq(coachCalendars.coachId, coachId));
    expect(stored?.failures).toBe(0);
    expect(Number(stored?.nextReadAt) - Number(before)).toBeLessThan(11 * 60_000);
  });

  test('mails the coach once about events that it can no longer read', async () => {
    const { email, start, connect } = await newCoach(api(), 'later-partly');
    const mails = () => api().mailsTo(email);
    serve([start, start + HOUR_MS]);
    await connect(address);
    const good = answer.text;
    const partly = withOddEvent(good);
    const counts: number[] = [];
    for (const text of [partly, partly, good, partly]) {
      answer.text = text;
      api().clock.offset += 11 * 60_000;
      await refreshCalendars(api());
      counts.push((await mails()).length);
    }
    expect(counts).toEqual([1, 1, 1, 2]);
    expect((await mails())[0]).toMatchObject({
      subject: "We can't read all of your calendar",
      body: expect.stringContaining("Problem: We couldn't read “Odd” in this calendar"),
    });
    await connect(`${address}?other`); // the page shows the problem
    expect(await mails()).toHaveLength(2);
  });

  test('mails the coach once after a day of failures', async () => {
    const { email, connect } = await newCoach(api(), 'unreadable');
    const mails = () => api().mailsTo(email);
    answer = { status: 404, text: '' };
    await connect(address);
    const readForHours = async (hours: number) => {
      for (let minute = 0; minute < hours * 60; minute += 10) {
        api().clock.offset += 10 * 60_000;
        await refreshCalendars(api());
      }
    };
    await readForHours(20);
    await connect(address); // "Read again" starts a new day
    await readForHours(20);
    expect(await mails()).toEqual([]);
    await readForHours(40);
    expect(await mails()).toMatchObject([
      {
        subject: "We can't read your calendar",
        body: expect.stringContaining('Problem: This address returned error 404.'),
      },
    ]);
    serve();
    await connect(address);
    answer = { status: 404, text: '' };
    await readForHours(30);
    expect(await mails()).toHaveLength(2);
  });

  test('mails about a calendar that broke before the upgrade', async () => {
    const { email, coachId, connect } = await newCoach(api(), 'long-broken');
    serve();
    await connect(address);
    answer = { status: 404, text: '' };
    await api()
      .db.update(coachCalendars)
      .set({ failures: 40, nextReadAt: api().now() })
      .where(eq(coachCalendars.coachId, coachId));
    const file = '../src/core/db/migrations/0051_broken_calendars.sql';
    await api().db.execute(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
    await refreshCalendars(api());
    const mails = and(
      eq(outbox.recipient, email),
      eq(outbox.subject, "We can't read your calendar"),
    );
    expect(await api().db.$count(outbox, mails)).toBe(1);
  });

  test('keeps the busy times until a new address is read', async () => {
    const { start, slot, starts, connect } = await newCoach(api(), 'reconnected');
    serve([start, start + HOUR_MS]);
    await connect(address);
    answer = { status: 500, text: '' };
    const other = `${address}?other`;
    for (const url of [address, other, other]) {
      expect((await connect(url)).body.busy).toMatchObject({
        ...{ url, problem: 'This address returned error 500.', times: 1 },
        read_at: url === address ? expect.any(String) : null,
      });
      expect(await starts()).not.toContain(slot.time);
    }
    serve([start + 2 * HOUR_MS, start + 3 * HOUR_MS]);
    expect((await connect(other)).body.busy).toMatchObject({ url: other, problem: null, times: 1 });
    expect(await starts()).toContain(slot.time);
    expect((await connect(null)).body.busy).toBeNull();
  });

  test.each(['the same', 'another'])('blocks times while %s address is read', async (which) => {
    const { start, slot, starts, connect } = await newCoach(api(), `slow ${which}`);
    serve([start, start + HOUR_MS]);
    await connect(address);
    let open = () => {};
    gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    onTestFinished(() => open());
    const asked = once(server, 'request');
    const connected = connect(which === 'another' ? `${address}?slow` : address);
    await asked;
    expect(await starts()).not.toContain(slot.time);
    open();
    expect((await connected).body.busy.times).toBe(1);
  });

  test('reads all due calendars while a host is slow', { timeout: 60_000 }, async () => {
    serve();
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    let [reading, most] = [0, 0];
    const slow = http.createServer(async (_, response) => {
      most = Math.max(most, ++reading);
      await opened;
      reading--;
      response.end(answer.text);
    });
    await once(slow.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void slow.close());
    onTestFinished(() => open());
    const slowUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    const urls = [...Array<string>(5).fill(slowUrl), ...Array<string>(18).fill(address)];
    const coachIds = await connectAll(api(), urls);
    const waitingFor = async (condition: SQL) =>
      (
        await api()
          .db.select({ url: coachCalendars.url })
          .from(coachCalendars)
          .where(and(inArray(coachCalendars.coachId, coachIds), condition))
      ).map(({ url }) => url);
    const refreshed = refreshCalendars(api());
    await expect
      .poll(() => waitingFor(isNull(coachCalendars.readAt)), { timeout: 40_000 })
      .toEqual(Array(5).fill(slowUrl));
    expect(most).toBe(3);
    open();
    await refreshed;
    expect(await waitingFor(lte(coachCalendars.nextReadAt, api().now()))).toEqual([]);
  });

  test('counts overdue calendars, and claims none while stopping', async () => {
    const overdue = async () =>
      (await api().metrics.registry.getSingleMetric('carry_api_calendars_overdue')?.get())
        ?.values[0]?.value;
    await refreshCalendars(api());
    await connectAll(api(), [address]);
    expect(await overdue()).toBe(0);
    api().clock.offset += 6 * 60_000;
    await refreshCalendars(api(), () => true);
    expect(await overdue()).toBe(1);
    await refreshCalendars(api());
    expect(await overdue()).toBe(0);
  });

  test('never reads internal addresses for a public site', async () => {
    const { connect } = await newCoach(api(), 'inside');
    const { siteUrl } = api().config;
    api().config.siteUrl = 'https://carry.gg';
    try {
      serve();
      expect((await connect(address)).body.busy.problem).toBe(
        'Use a link that starts with https://.',
      );
    } finally {
      api().config.siteUrl = siteUrl;
    }
  });
});

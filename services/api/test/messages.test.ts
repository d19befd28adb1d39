import { randomUUID } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { MAX_UNREAD } from '@carry/contracts/format';
import { and, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../src/app/app';
import { deleteExpired } from '../src/app/retention';
import { createDependencies } from '../src/app/start';
import {
  bookingEvents,
  bookingMessages,
  bookings,
  coaches,
  messageFiles,
  outbox,
  users,
} from '../src/core/db/schema';
import { openSession, revokeSession } from '../src/features/accounts/refresh-token';
import { follow, PNG, pair, upload } from './conversation';
import { onEveryDatabase, onEveryDatabaseAtNight, onPostgres } from './harness';

onEveryDatabaseAtNight('messages', (api) => {
  test('delivers messages of both sides, with unread counts and read state', async () => {
    const { student, coach, id } = await pair(api());
    expect((await student.write('Hi! https://example.com')).status).toBe(201);
    expect((await coach.write('Hello.')).body).toMatchObject({ author: 'coach', text: 'Hello.' });
    const { body } = await student.get('messages/');
    expect(body.messages.map(({ text }: { text: string }) => text)).toEqual([
      'Hi! https://example.com',
      'Hello.',
    ]);
    const mine = async () =>
      (await api().send('GET', '/api/my-sessions/', undefined, student.token)).body.find(
        (one: { id: number }) => one.id === id,
      );
    expect((await mine()).unread).toBe(1);
    expect((await student.post('messages/read/', { last: body.messages[1].id })).status).toBe(200);
    expect((await mine()).unread).toBe(0);
    expect((await coach.get('messages/')).body.seen).toBe(body.messages[1].id);
  });

  test("counts unread messages after many of one's own", async () => {
    const { id, student } = await pair(api());
    const add = (author: 'student' | 'coach', number: number) =>
      api()
        .db.insert(bookingMessages)
        .values(
          Array.from({ length: number }, () => ({
            ...{ bookingId: id, author, body: 'Hi.', key: randomUUID() },
          })),
        );
    const unread = async () => (await student.get()).body.unread;
    await add('student', MAX_UNREAD);
    await add('coach', 5);
    expect(await unread()).toBe(5);
    await add('coach', MAX_UNREAD);
    expect(await unread()).toBe(MAX_UNREAD);
  });

  test('pages older messages', async () => {
    const { id, student } = await pair(api());
    await api()
      .db.insert(bookingMessages)
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          ...{ bookingId: id, author: 'coach' as const, body: `${index}`, key: randomUUID() },
        })),
      );
    const { body } = await student.get('messages/');
    expect([body.messages.length, body.messages[49].text]).toEqual([50, '59']);
    const { body: older } = await student.get(`messages/?before=${body.older}`);
    expect([older.messages.length, older.messages[0].text, older.older]).toEqual([10, '0', null]);
  });

  test('mails only the first unread message, unless read in time', async () => {
    const { id, student, coach, studentEmail, coachEmail } = await pair(api());
    const mails = async (to: string) =>
      (await api().mailsTo(to)).filter(({ subject }) => subject.endsWith('sent you a message'));
    await student.write('First.');
    await student.write('Second.');
    expect(await mails(coachEmail)).toHaveLength(1);
    const [mail] = await mails(coachEmail);
    expect(mail?.body).toContain('First.');
    expect(mail?.body).toContain(`http://site.test/coach/bookings/${id}`);
    expect(mail?.nextAttemptAt.getTime()).toBeGreaterThan(api().now().getTime());
    const { body } = await coach.get('messages/');
    await coach.post('messages/read/', { last: body.messages.at(-1).id });
    expect(await mails(coachEmail)).toHaveLength(0);
    await student.write('Third.');
    expect(await mails(coachEmail)).toHaveLength(1);
    await coach.write('Reply.');
    expect((await mails(studentEmail))[0]?.body).toContain(`http://site.test/sessions/${id}`);
  });

  test('mails again after the mailed message was removed', async () => {
    const { student, coach, studentEmail } = await pair(api());
    const mails = async () =>
      (await api().mailsTo(studentEmail)).filter(({ subject }) =>
        subject.endsWith('sent you a message'),
      );
    const { body: first } = await coach.write('First.');
    await student.post('messages/read/', { last: first.id });
    const { body: rude } = await coach.write('Rude.');
    const token = api().config.operatorToken;
    await api().send('POST', `/api/operator/messages/${rude.id}/remove/`, {}, token);
    await student.post('messages/read/', { last: rude.id });
    const before = (await mails()).length;
    await coach.write('Sorry.');
    expect(await mails()).toHaveLength(before + 1);
  });

  test('drops waiting mails with the texts of a deleted coach', async () => {
    const { student, coach, studentEmail, coachEmail, id, owner } = await pair(api());
    await api().db.update(bookings).set({ status: 'completed' }).where(eq(bookings.id, id));
    expect((await coach.write('Mine.')).status).toBe(201);
    expect((await student.write('Yours.')).status).toBe(201);
    const mails = async () =>
      JSON.stringify([await api().mailsTo(studentEmail), await api().mailsTo(coachEmail)]);
    expect(await mails()).toMatch(/Mine\..+Yours\./);
    const path = `/api/operator/members/${owner.coachUserId}/delete/`;
    expect((await api().send('POST', path, {}, api().config.operatorToken)).status).toBe(200);
    expect(await mails()).not.toMatch(/Mine\.|Yours\./);
  });

  test('rejects other members, and files of another booking', async () => {
    const own = await pair(api());
    const other = await pair(api());
    const { body: file } = await own.student.upload('a.png', PNG);
    for (const stranger of [other.student, other.coach]) {
      const send = (method: string, rest: string, body?: unknown) =>
        api().send(method, own.path + rest, body, stranger.token);
      expect((await send('GET', 'messages/')).status).toBe(404);
      expect(
        (await send('POST', 'messages/', { key: randomUUID(), text: 'x', files: [] })).status,
      ).toBe(404);
      expect((await send('GET', `files/${file.id}/`)).status).toBe(404);
      expect((await send('GET', 'events/')).status).toBe(404);
      expect((await upload(api(), own.path, 'a.png', PNG, stranger.token)).status).toBe(404);
    }
    expect((await other.student.write('Stolen', [file.id])).status).toBe(409);
    expect((await other.student.get(`files/${file.id}/`)).status).toBe(404);
    // not sent yet: only its author may read it
    expect((await own.coach.get(`files/${file.id}/`)).status).toBe(404);
    expect((await own.student.get(`files/${file.id}/`)).status).toBe(200);
    expect((await own.coach.write('Not mine', [file.id])).status).toBe(409);
  });

  test('ends the conversation with a closed or locked account', async () => {
    const { student, coach, owner } = await pair(api());
    await student.write('Hi.');
    const set = (values: object) =>
      api().db.update(users).set(values).where(eq(users.id, owner.coachUserId));
    await set({ lockedAt: api().now() });
    expect((await coach.get('messages/')).status).toBe(401);
    expect((await student.write('Are you there?')).body.detail).toContain("can't receive messages");
    expect((await student.upload('a.png', PNG)).status).toBe(409);
    expect((await student.get()).body.writable).toBe(false);
    await set({ lockedAt: null });
    expect((await student.write('Back?')).status).toBe(201);
  });

  test('deletes the conversation with the student and files without a row', async () => {
    const { student, coach, coachEmail, studentEmail, id, owner } = await pair(api());
    const { body: file } = await student.upload('a.png', PNG);
    await student.write('Mine.', [file.id]);
    await coach.write('Yours.');
    const { body: exported } = await api().send(
      'GET',
      '/api/account/export/',
      undefined,
      student.token,
    );
    expect(exported.messages).toMatchObject([
      { booking: id, author: 'student', text: 'Mine.', files: [{ name: 'a.png' }] },
      { booking: id, author: 'coach', text: 'Yours.' },
    ]);
    const [stored] = await api().db.select().from(messageFiles).where(eq(messageFiles.id, file.id));
    await api().send(
      'POST',
      `/api/operator/members/${owner.studentId}/delete/`,
      {},
      api().config.operatorToken,
    );
    const left = await api()
      .db.select()
      .from(bookingMessages)
      .where(eq(bookingMessages.bookingId, id));
    expect(left).toEqual([]);
    expect(JSON.stringify(await api().mailsTo(coachEmail))).not.toContain('Mine.');
    expect(JSON.stringify(await api().mailsTo(studentEmail))).not.toContain('Yours.');
    const onDisk = `${api().config.uploads.messages}/${stored?.storedAs}`;
    utimesSync(onDisk, new Date(0), new Date(0));
    await deleteExpired(api());
    expect(readdirSync(api().config.uploads.messages)).not.toContain(stored?.storedAs);
  });

  test('shows reported messages to the operator, who removes them', async () => {
    const { student, coach } = await pair(api());
    const { body: message } = await coach.write('Rude.');
    const report = () => student.post(`messages/${message.id}/report/`, { reason: 'Rude.' });
    expect((await report()).status).toBe(202);
    expect((await coach.post(`messages/${message.id}/report/`, { reason: 'x' })).status).toBe(404);
    const ask = (method: string, rest: string, body?: unknown) =>
      api().send(method, `/api/operator/messages/${rest}`, body, api().config.operatorToken);
    expect((await ask('GET', '')).body).toContainEqual(
      expect.objectContaining({ id: message.id, text: 'Rude.', reasons: ['Rude.'] }),
    );
    expect((await ask('POST', `${message.id}/remove/`, {})).status).toBe(200);
    expect((await student.get('messages/')).body.messages).toEqual([]);
  });

  test('delivers a result, which starts the guarantee', async () => {
    const { student, coach, id, studentEmail } = await pair(api(), {
      startsAt: null,
      endsAt: null,
    });
    const deliver = (text: string, key: string = randomUUID()) =>
      coach.post('deliver/', { key, text, files: [] });
    expect(
      (await student.post('deliver/', { key: randomUUID(), text: 'x', files: [] })).status,
    ).toBe(404);
    const key = randomUUID();
    expect((await deliver('https://example.com/review', key)).body.kind).toBe('delivery');
    expect((await deliver('https://example.com/review', key)).status).toBe(201);
    const { body } = await student.get();
    expect(body).toMatchObject({ status: 'completed', timed: false, place: null });
    const until = Date.parse(body.delivered_at) + 48 * 3_600_000;
    expect(Date.parse(body.refund_until)).toBe(until);
    expect(body.history.map(({ what }: { what: string }) => what)).toEqual([
      'booked',
      'delivered',
      'completed',
    ]);
    const mails = await api()
      .db.select()
      .from(outbox)
      .where(and(eq(outbox.recipient, studentEmail), like(outbox.subject, '%sent your result')));
    expect(mails.map(({ body }) => body)).toEqual([
      expect.stringContaining(`http://site.test/sessions/${id}`),
    ]);
    await api()
      .db.insert(bookingMessages)
      .values(
        Array.from({ length: 60 }, (_, index) => ({
          ...{ bookingId: id, author: 'coach' as const, body: `${index}`, key: randomUUID() },
        })),
      );
    const { body: newest } = await student.get('messages/');
    expect(newest.results).toMatchObject([
      { kind: 'delivery', text: 'https://example.com/review' },
    ]);
    const { body: older } = await student.get(`messages/?before=${newest.older}`);
    expect(older.results).toBeUndefined();
    const timed = await pair(api());
    expect((await timed.student.get('messages/')).body.results).toBeUndefined();
    const refused = await timed.coach.post('deliver/', { key: randomUUID(), text: 'x', files: [] });
    expect(refused.status).toBe(409);
  });

  test('shows the page of a booking to each side', async () => {
    const more = { notes: 'Private.', timeZone: 'Asia/Tokyo' };
    const { student, coach, owner } = await pair(api(), more);
    const { body: own } = await student.get();
    expect(own).toMatchObject({
      reader: 'student',
      coach_id: owner.coachId,
      notes: '',
      time_zone: 'Asia/Tokyo',
      place: { kind: 'discord', url: 'https://discord.com/channels/1' },
      receipt_path: expect.stringMatching(/^\/booking-success\?session_id=cs_/),
    });
    const { body: theirs } = await coach.get();
    expect(theirs).toMatchObject({ reader: 'coach', notes: 'Private.', receipt_path: null });
    expect(theirs.student_name).toMatch(/^Student \d+$/);
    await api().send('POST', '/api/account/display-name/', { name: 'Kim' }, student.token);
    expect((await coach.get()).body.student_name).toBe('Kim');
  });

  test('shows the newest events of a long history, in order', async () => {
    const { student, id } = await pair(api());
    const first = api().now().getTime();
    const moves = Array.from({ length: 600 }, (_, index) => ({
      ...{ bookingId: id, what: 'moved' as const, at: new Date(first + index * 1000) },
      ...{ movedFrom: new Date(first), movedTo: new Date(first + index) },
    }));
    await api().db.insert(bookingEvents).values(moves);
    const at = new Date(first + 600_000);
    await api().db.insert(bookingEvents).values({ bookingId: id, what: 'completed', at });
    const { history } = (await student.get()).body;
    expect(history.at(-1)).toMatchObject({ what: 'completed', at: at.toISOString() });
    const times = history.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted());
    expect(times).toHaveLength(501);
  });

  test('leaves `joined` out where the place is a link', async () => {
    const { student, owner } = await pair(api());
    const listed = async () =>
      (await api().send('GET', '/api/my-sessions/', undefined, student.token)).body[0];
    expect([(await student.get()).body.joined, (await listed()).joined]).toEqual([false, false]);
    await api()
      .db.update(coaches)
      .set({ meetingUrl: 'https://meet.example/nova' })
      .where(eq(coaches.id, owner.coachId));
    for (const session of [(await student.get()).body, await listed()])
      expect(session).not.toHaveProperty('joined');
    const page = await api().send('GET', '/api/my-sessions/?limit=5', undefined, student.token);
    expect(page.body.results[0]).not.toHaveProperty('joined');
  });
});

onEveryDatabase('conversations', (api) => {
  test('stores a repeated request once', async () => {
    const { student } = await pair(api());
    const key = randomUUID();
    const both = await Promise.all([
      student.write('Once.', [], key),
      student.write('Once.', [], key),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both[0]?.body.id).toBe(both[1]?.body.id);
    expect((await student.get('messages/')).body.messages).toHaveLength(1);
  });

  test('limits messages of an author, accepts repeated ones', async () => {
    const { student, coach } = await pair(api());
    const key = randomUUID();
    const sent = [await student.write('0', [], key)];
    for (let index = 1; index < 60; index++) sent.push(await student.write(`${index}`));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(60);
    expect((await student.write('Too many')).status).toBe(429);
    expect((await student.write('0', [], key)).body.id).toBe(sent[0]?.body.id);
    expect((await coach.write('Hello.')).status).toBe(201);
  });

  test('streams changes until the session is signed out', async () => {
    const { student, coach, owner, path } = await pair(api());
    const { refresh, access } = await openSession(api(), owner.studentId);
    const { response, next } = await follow(api().app, path, access);
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(await next()).toContain('event: open');
    await coach.write('Hi.');
    expect(await next()).toContain('event: change');
    const { body } = await student.get('messages/');
    await student.post('messages/read/', { last: body.messages[0].id });
    expect(await next()).toContain('event: change');
    await revokeSession(api(), refresh);
    await coach.write('A secret after the logout.');
    expect(await next()).toBeNull();
    expect((await student.get('messages/')).status).toBe(200);
  });
});

onPostgres('two API processes', (api) => {
  test('stream changes that the other process made', async () => {
    const { coach, student, path } = await pair(api());
    const { deps, database } = await createDependencies(api().config, api().now);
    const stream = await follow(createApp(deps), path, student.token);
    expect(await stream.next()).toContain('event: open');
    await coach.write('From the other process.');
    expect(await stream.next()).toContain('event: change');
    await stream.end();
    await deps.live.close();
    await database.close();
  });

  test('end their streams at shutdown', async () => {
    const { student, path } = await pair(api());
    const { deps, database } = await createDependencies(api().config, api().now);
    const stream = await follow(createApp(deps), path, student.token);
    expect(await stream.next()).toContain('event: open');
    await deps.live.close();
    expect(await stream.next()).toBeNull();
    await database.close();
  });
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../src/core/db/schema';
import { when } from '../src/features/mail/format';
import { queueMail } from '../src/features/mail/outbox';
import { onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

onEveryDatabaseAtNight('mails', (api) => {
  const mailTo = async (to: string) =>
    (await api().lastMail(to)) ?? { subject: '', body: '', html: '' };

  test('links to the site and states the expiry', async () => {
    const email = 'mails@example.com';
    const register = async () =>
      api().send('POST', '/api/register/', {
        username: email,
        email,
        password: 'Secret-123!',
        recaptcha: await api().human(),
      });
    await register();
    const verify = await mailTo(email);
    expect(verify.subject).toBe('Verify your email for Carry');
    expect(verify.body).toMatch(
      /On another device, you'll also need your password\. The link works for 48 hours\.\n\nVerify my email: http:\/\/site\.test\/verify-email\?token=[\w-]{20,}\n/,
    );
    const token = /token=([\w-]+)/.exec(verify.body)?.[1];
    await api().send('POST', '/api/auth/verify-email/', { token, password: 'Secret-123!' });
    await register();
    expect(await mailTo(email)).toMatchObject({
      subject: 'You already have an account at Carry',
      body: expect.stringMatching(
        /http:\/\/site\.test\/login\n.*Forgot your password\?: http:\/\/site\.test\/forgot-password\n/s,
      ),
    });
    await api().send('POST', '/api/auth/password-reset/', {
      email,
      recaptcha: await api().human(),
    });
    const reset = await mailTo(email);
    expect(reset.subject).toBe('Set a new password for Carry');
    expect(reset.body).toMatch(
      /works for one hour\.\n\nSet a new password: http:\/\/site\.test\/reset-password\?uid=\d+&token=[\w-]{20,}\n/,
    );
  });

  test('states session, time, price and status to both parties', {
    tags: ['@extra-7', '@extra-19'],
  }, async () => {
    const student = await api().newStudent('written');
    const slot = await api().slotIn(3);
    const { booking_id: id } = (
      await api().send(
        'POST',
        '/api/create-booking/',
        api().order(slot, { quantity: 2, time_zone: 'America/New_York' }),
        student,
      )
    ).body;
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(id),
    );
    await api().pay(checkout.body.sessionId);
    await webhook(api(), checkout.body.sessionId);
    const start = new Date(`${slot.date}T${slot.time}:00Z`);
    const forStudent = when(start, 'America/New_York');
    const forCoach = when(start, 'Europe/Berlin');
    expect(forCoach).not.toBe(forStudent);
    const toStudent = await mailTo('written@example.com');
    expect(toStudent.subject).toBe('Your session with Nova is booked');
    expect(toStudent.body).toContain(
      `Booking: ${id}\nWhat: One-on-one coaching with Nova\nWhen: ${forStudent}, 120 minutes\nWhere: Discord, https://discord.com/channels/1\nPaid: $50.00\n`,
    );
    expect(toStudent.body).toContain(`View your session: http://site.test/sessions/${id}`);
    expect(toStudent.html).toContain(forStudent);
    const toCoach = await mailTo('coach@carry.example');
    const [, name = ''] = /^New booking \d+ from (Student \d+)$/.exec(toCoach.subject) ?? [];
    expect(toCoach.body.replace(/(?<=\/calendar\/\d+\/)[\w-]{43}/, 'SEAL')).toBe(
      `Booking: ${id}\nWhat: One-on-one coaching with ${name}\nWhen: ${forCoach}, 120 minutes\nWhere: Discord, https://discord.com/channels/1\nPaid: $50.00\nContact: kim#1\n\n${name} wrote: Aim.\n\nView the booking: http://site.test/coach/bookings/${id}\n\nAdd it to your calendar: http://api.test/calendar/${id}/SEAL/session.ics\n\nCarry\n`,
    );

    api().clock.offset += 4 * 86_400_000;
    const { access: coach } = await api().asCoach();
    const count = async () =>
      (await api().db.select().from(outbox).where(eq(outbox.recipient, 'written@example.com')))
        .length;
    const before = await count();
    for (const _ of [1, 2])
      await api().send('PATCH', `/api/bookings/${id}/status/`, { status: 'completed' }, coach);
    expect(await count()).toBe(before + 1);
    expect(await mailTo('written@example.com')).toMatchObject({
      subject: `Your session with Nova is completed (booking ${id})`,
      body: expect.stringMatching(
        new RegExp(
          `^Nova marked your booking as completed\\. How was it\\? Please leave a review\\. Not satisfied\\? You can ask for your money back until .*\\(America/New York, GMT-\\d\\)\\.\\n\\nBooking: ${id}\\n`,
        ),
      ),
    });
  });

  test('announces contact by the coach without a time', async () => {
    const student = await api().newStudent('timeless');
    const { booking_id } = (
      await api().send('POST', '/api/create-booking/', api().order(null), student)
    ).body;
    const checkout = await api().send(
      'POST',
      '/api/create-checkout-session/',
      api().createCheckout(booking_id, { serviceId: 3 }),
    );
    await api().pay(checkout.body.sessionId);
    await webhook(api(), checkout.body.sessionId);
    const toStudent = await mailTo('timeless@example.com');
    expect(toStudent.subject).toBe("You've booked Recorded match review with Nova");
    expect(toStudent.body).toContain(`View your order: http://site.test/sessions/${booking_id}`);
    const toCoach = await mailTo('coach@carry.example');
    expect(toCoach.body).toContain('When the result is ready, upload it');
    for (const { body } of [toStudent, toCoach]) expect(body).not.toContain('When:');
  });

  test('has plain text, HTML, calendar file and Reply-To', {
    tags: ['@extra-7'],
  }, async () => {
    await api().db.update(outbox).set({ sentAt: api().now() });
    const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n';
    const mail = { to: 'both@example.com', subject: 'Both', body: 'Plain.', html: '<p>Rich.</p>' };
    await queueMail(api().db, { ...mail, calendar }, api().now());
    const stop = api().sendMails(50);
    const arrived = () => api().sandbox.mails.find(({ to }) => to === 'both@example.com');
    await expect.poll(arrived, { timeout: 15_000 }).toBeTruthy();
    expect(arrived()).toMatchObject({
      text: expect.stringContaining('Plain.'),
      html: expect.stringContaining('<p>Rich.</p>'),
      replyTo: 'support@carry.example',
    });
    const files = arrived()?.attachments.map(({ name, type, content }) => [
      name,
      type,
      content.replaceAll('\r\n', '\n'), // the mailbox parser does so for some parts
    ]);
    const lines = calendar.replaceAll('\r\n', '\n');
    expect(files).toEqual([
      ['', 'text/calendar', lines],
      ['session.ics', 'application/ics', lines],
    ]);
    const row = async () =>
      (await api().db.select().from(outbox).where(eq(outbox.recipient, 'both@example.com')))[0];
    await expect.poll(row).toMatchObject({ body: '', html: null, calendar: null });
    await stop();
  });

  test('retries with backoff and delivers once after an outage', async () => {
    await api().db.update(outbox).set({ sentAt: api().now() });
    await queueMail(
      api().db,
      { to: 'waits@example.com', subject: 'Hello', body: 'It waited.' },
      api().now(),
    );
    const row = async () =>
      (await api().db.select().from(outbox).where(eq(outbox.recipient, 'waits@example.com')))[0];
    const received = () => api().sandbox.mails.filter(({ to }) => to.includes('waits@example.com'));
    const stopDown = api().sendMails(undefined, {
      config: { ...api().config, smtpUrl: 'smtp://127.0.0.1:9' },
    });
    await expect.poll(row, { timeout: 15_000 }).toMatchObject({ attempts: 1 });
    const first = await row();
    expect((first?.nextAttemptAt.getTime() ?? 0) - api().now().getTime()).toBeGreaterThan(2000);
    api().clock.offset += 6000;
    await expect.poll(row, { timeout: 15_000 }).toMatchObject({ attempts: 2 });
    expect(((await row())?.nextAttemptAt.getTime() ?? 0) - api().now().getTime()).toBeGreaterThan(
      7000,
    );
    await stopDown();
    expect(received()).toEqual([]);

    const stop = api().sendMails();
    await new Promise((resolve) => setTimeout(resolve, 2200));
    expect(received()).toEqual([]);
    api().clock.offset += 11_000;
    await expect.poll(() => received().length, { timeout: 15_000 }).toBe(1);
    await expect.poll(row, { timeout: 15_000 }).toMatchObject({ sentAt: expect.any(Date) });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await stop();
    expect(received()).toHaveLength(1);
    expect(received()[0]).toMatchObject({
      subject: 'Hello',
      from: expect.stringContaining('no-reply@carry.example'),
    });
  });
});

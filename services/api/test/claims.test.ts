import { signInteraction } from 'dev-services/interaction-key';
import { expect, test } from 'vitest';
import { type Harness, onEveryDatabaseAtNight } from './harness';
import { webhook } from './webhook';

const kim = { id: '77', username: 'kim' };
const command = (booking: unknown, user = kim) => ({
  type: 2,
  member: { user },
  data: { name: 'claim', options: [{ name: 'booking', value: booking }] },
});

/** Sends a signed Discord interaction. */
async function interact(api: Harness, body: unknown, seed = api.interactionSeed) {
  const text = JSON.stringify(body);
  const timestamp = '1700000000';
  return api.send('POST', '/api/discord/interactions/', text, undefined, {
    'content-type': 'application/json',
    'x-signature-timestamp': timestamp,
    'x-signature-ed25519': signInteraction(seed, timestamp + text),
  });
}

async function paid(api: Harness, name: string): Promise<{ student: string; id: number }> {
  const student = await api.newStudent(name);
  const { booking_id } = (await api.send('POST', '/api/create-booking/', api.order(null), student))
    .body;
  const checkout = await api.send(
    'POST',
    '/api/create-checkout-session/',
    api.createCheckout(booking_id, { serviceId: 3 }),
  );
  await api.pay(checkout.body.sessionId);
  await webhook(api, checkout.body.sessionId);
  return { student, id: booking_id };
}

const createToken = async (api: Harness, name: string) =>
  /claim=([\w-]+)/.exec((await api.lastMail(`${name}@example.com`))?.body ?? '')?.[1];

onEveryDatabaseAtNight('the claim command', (api) => {
  test('rejects unsigned and malformed interactions', async () => {
    expect((await interact(api(), { type: 1 })).body).toEqual({ type: 1 });
    expect((await interact(api(), { type: 1 }, '0'.repeat(64))).status).toBe(401);
    expect((await api().send('POST', '/api/discord/interactions/', { type: 1 })).status).toBe(401);
    expect(await interact(api(), { kind: 'none' })).toMatchObject({
      status: 400,
      body: { detail: 'The request is not a valid interaction.' },
    });
  });

  test("confirms a claim by the student's email link, also again", async () => {
    const { student, id } = await paid(api(), 'claimer');
    expect((await interact(api(), command(999_999))).body.data.content).toMatch(
      /no booking 999999/,
    );
    expect((await interact(api(), command(id))).body.data.content).toMatch(
      /we've emailed its student/,
    );
    const token = await createToken(api(), 'claimer');
    const confirm = (who: string) => api().send('POST', '/api/discord/claim/', { token }, who);
    expect((await confirm(await api().newStudent('thief'))).status).toBe(400);
    expect(
      (await api().send('POST', '/api/discord/claim/', { token: 'made up' }, student)).status,
    ).toBe(400);
    expect(await confirm(student)).toMatchObject({ status: 200, body: { username: 'kim' } });
    expect(await confirm(student)).toMatchObject({ status: 200, body: { username: 'kim' } });
    expect((await interact(api(), command(id))).body.data.content).toMatch(
      new RegExp(`Booking ${id} is yours`),
    );
  });

  test('expires links and protects accounts linked to others', async () => {
    const lee = { id: '78', username: 'lee' };
    const first = await paid(api(), 'first');
    const second = await paid(api(), 'second');
    await interact(api(), command(second.id, lee));
    const late = await createToken(api(), 'second');
    await interact(api(), command(first.id, lee));
    const token = await createToken(api(), 'first');
    expect((await api().send('POST', '/api/discord/claim/', { token }, first.student)).status).toBe(
      200,
    );
    expect(
      (await api().send('POST', '/api/discord/claim/', { token: late }, second.student)).status,
    ).toBe(409);
    api().clock.offset += 61 * 60_000;
    const { access } = await api().logIn('second@example.com', 'Secret-123!');
    expect((await api().send('POST', '/api/discord/claim/', { token: late }, access)).status).toBe(
      400,
    );
  });

  const countClaims = async (name: string) =>
    (await api().mailsTo(`${name}@example.com`)).filter(({ body }) => body.includes('claim='))
      .length;

  test('limits the claims of one Discord account', async () => {
    const eve = { id: '79', username: 'eve' };
    const { id } = await paid(api(), 'sixth');
    for (let number = 1; number <= 5; number++) await interact(api(), command(900_000, eve));
    const refused = await interact(api(), command(id, eve));
    expect(refused.body.data.content).toMatch(/too many claims/);
    expect(await interact(api(), command(900_000, eve))).toEqual(refused);
    expect(await countClaims('sixth')).toBe(0);
    api().clock.offset += 61 * 60_000;
    await interact(api(), command(id, eve));
    expect(await countClaims('sixth')).toBe(1);
  });

  test('limits the claim mails to one student', async () => {
    const { id } = await paid(api(), 'flooded');
    const claim = (number: number) =>
      interact(api(), command(id, { id: `80${number}`, username: `eve${number}` }));
    for (let number = 1; number <= 5; number++) await claim(number);
    expect((await claim(6)).body.data.content).toMatch(/too many claims/);
    expect(await countClaims('flooded')).toBe(5);
    api().clock.offset += 61 * 60_000;
    await claim(6);
    expect(await countClaims('flooded')).toBe(6);
  });
});

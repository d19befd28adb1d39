import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, startApi } from 'api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands, type OperatorEnvironment, runOperator } from '../src/cli';
import { startAcceptingApi } from './accepting-api';

const secret = () => randomBytes(24).toString('hex');
const token = secret();
const folder = mkdtempSync(path.join(tmpdir(), 'carry-operator-'));
let api: Awaited<ReturnType<typeof startApi>>;
let apiUrl = 'http://127.0.0.1:9';

beforeAll(async () => {
  const config = readConfig({
    JWT_SECRET: secret(),
    CAPTCHA_SECRET: secret(),
    OPERATOR_TOKEN: token,
    STRIPE_SECRET_KEY: `sk_test_${secret()}`,
    STRIPE_WEBHOOK_SECRET: secret(),
    STRIPE_API_URL: 'http://127.0.0.1:9',
    DISCORD_CLIENT_ID: '1',
    DISCORD_CLIENT_SECRET: secret(),
    DISCORD_BOT_TOKEN: secret(),
    DISCORD_GUILD_ID: '1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SEED: 'yes',
    LOG_LEVEL: 'silent',
  });
  api = await startApi({ ...config, port: 0, database: { memory: 'empty' } });
  apiUrl = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], more: Partial<OperatorEnvironment> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const environment = { apiUrl, token, who: 'kim', database: { folder }, confirm: null, ...more };
  const code = await runOperator(args, environment, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    color: false,
    screen: null,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
const say = (line: string, more?: Partial<OperatorEnvironment>) => run(line.split(' '), more);

test('--help explains every command, its options and their defaults', async () => {
  for (const [name, { args = '', does, flags = [] }] of Object.entries(commands)) {
    const { code, out } = await say(`${name} --help`);
    const help = out.replaceAll(/\s+/g, ' ');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: operator ${name}\\b`));
    for (const text of [args, does]) expect(help).toContain(text);
    for (const flag of [...flags, 'api', 'json', 'verbose', 'version', 'help', 'yes'])
      expect(help).toMatch(new RegExp(` --${flag}( <\\S+>)? [A-Z][^.].*\\. Default: `));
  }
  const { out } = await say('--help');
  for (const name of Object.keys(commands)) expect(out).toMatch(`\n  ${name.split(' ')[0]} `);
  expect((await say('members --help')).out).toMatch(/ {2}lock .*<member> /);
  expect((await say('members --help')).out).not.toContain('coaches');
});

test.each([
  ['', 2, /Usage: operator /],
  ['membres list', 2, /unknown command 'membres'\n\(Did you mean members\?\)/],
  ['members lok 1', 2, /unknown command 'lok'\n\(Did you mean lock\?\)/],
  ['members', 2, /Usage: operator members /],
  ['members lock', 2, /missing required argument 'member'/],
  ['members lock kim', 2, /invalid id 'kim'/],
  ['members list --belwo 3', 2, /unknown option '--belwo'\n\(Did you mean --below\?\)/],
  ['members list --why x', 2, /unknown option '--why'\nsee 'operator members list --help'/],
  ['reviews hide 1', 2, /--why is required/],
  ['bookings refund 1 --amount 1.234 --yes', 2, /--amount must be a price in USD/],
  [
    'bookings list --refund begun',
    2,
    /--refund must be due, failed, requested or refunded, not 'begun'/,
  ],
  ['applications list --state accepted', 2, /--state must be open or decided, not 'accepted'/],
  ['reviews remove-reply 999 --yes', 1, /refused: not found: no record has this id/],
  ['reviews remove-reply 1 --yes', 3, /conflict: This review has no reply/],
  ['reviews list --state shown', 2, /--state must be reported or hidden, not 'shown'/],
  ['waitlist list --after 17', 1, /refused: After: must be such as lol\/kim@example\.com/],
  ['coaches hours 1 mon=all', 2, /hours must be such as mon=10:00-12:30/],
  ['coaches hours 1 mon=18:00-10:00', 1, /refused: Weekly 2: An end must be after its start/],
  ['coaches services 1 add --label Duo --rate much', 2, /--rate must be a price in USD/],
  ['coaches services 1 remove 999', 2, /coach 1 has no service 999/],
  ['coaches edit 1', 2, /nothing to change; --help lists the options/],
  ['coaches edit 1 --languages xx', 1, /Please choose languages from the list/],
  ['coaches show 999', 1, /refused: not found: no record has this id/],
  ['bookings refund 999 --yes', 1, /refused: not found: no record has this id/],
  ['waitlist remove kim --yes', 1, /refused: Email: must be an email address/],
  ['waitlist remove kim@example.com --yes', 1, /refused: This address isn't on a waiting list/],
  ['waitlist invite chess 1 --yes', 1, /refused: Please choose a game from the list/],
  ['waitlist invite dota2 1 --yes', 3, /conflict: This coach doesn't coach Dota 2/],
  [
    'coaches add coach@carry.example --name Nova --zone UTC',
    3,
    /conflict: This member is already a coach/,
  ],
])('%j exits with %i', async (line, code, message) => {
  const answer = await run(line === '' ? [] : line.split(' '));
  expect([answer.code, answer.out]).toEqual([code, '']);
  expect(answer.err).toMatch(message);
});

test('confirms irreversible commands', async () => {
  const questions: string[] = [];
  const answering = (yes: boolean) => ({
    confirm: async (question: string) => questions.push(question) > 0 && yes,
  });
  const member = async () => JSON.parse((await say('members list student@ --json')).out);
  const [{ id }] = await member();
  expect(await say(`members delete ${id}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('--yes'),
  });
  expect((await say(`members delete ${id}`, answering(false))).err).toBe('refused: canceled');
  expect(questions).toEqual([`Permanently delete the account of member ${id}?`]);
  expect(await member()).toHaveLength(1);
  const risky = ['members delete', 'bookings cancel', 'bookings refund', 'waitlist invite'];
  expect(Object.keys(commands).filter((name) => commands[name]?.confirm)).toEqual(
    expect.arrayContaining(risky),
  );
});

test('protects the token and explains a rejected or missing one', async () => {
  expect(await say('audit --api http://api.example')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not https; the token would be readable in transit'),
  });
  expect(await say('audit', { token: secret() })).toMatchObject({
    code: 1,
    err: expect.stringContaining('rejected the token'),
  });
  expect((await say('audit', { token: '' })).err).toContain('OPERATOR_TOKEN is not set');
  const gone = await say('audit --api http://127.0.0.1:9');
  expect([gone.code, gone.err]).toEqual([
    4,
    'failed: no response from http://127.0.0.1:9\n(use --verbose for details)',
  ]);
});

test('manages a coach and a member and records it', async () => {
  const added = await run([
    'coaches',
    'add',
    'rook@coach.example',
    '--name',
    'Ro\u001b[31mok\u202e',
    '--zone',
    'UTC',
  ]);
  const id = /coach (\d+)/.exec(added.out)?.[1];
  const listed = (await say('coaches list')).out;
  expect(listed).toMatch(/Ro \[31mok +rook@coach\.example/);
  expect(['\u001b', '\u202e'].filter((sign) => listed.includes(sign))).toEqual([]); // control characters
  const steps = [
    ['coaches', 'services', id, 'add', '--label', 'Duo', '--rate', '30', '--hourly'],
    ['coaches', 'services', id, 'add', '--label', 'Review', '--rate', '17.5'],
    ['coaches', 'offer', id, 'Two for one'],
    ['coaches', 'edit', id, '--games', 'lol, cs2', '--languages', 'en,ko', '--country', 'KR'],
    ['coaches', 'edit', id, '--slug', 'the-rook', '--clip', 'https://youtu.be/dQw4w9WgXcQ'],
    ['coaches', 'edit', id, '--clip', 'none'],
    ['coaches', 'picture', id, `${'http://localhost:4000'}/media/coach-nova.svg`],
    ['coaches', 'hours', id, 'mon=10:00-12:00,14:00-18:00', 'sun=off', '--zone', 'Europe/Berlin'],
  ];
  for (const step of steps) expect([step, (await run(step as string[])).code]).toEqual([step, 0]);
  const shown = JSON.parse((await run(['coaches', 'show', `${id}`, '--json'])).out);
  expect(shown).toMatchObject({
    special_offer: 'Two for one',
    ...{ slug: 'the-rook', games: ['lol', 'cs2'], languages: ['en', 'ko'], country: 'KR' },
    clip: null,
    image_url: 'http://localhost:4000/media/coach-nova.svg',
    services: [
      { label: 'Duo', rate: 30, is_hourly: true },
      { label: 'Review', rate: 17.5, is_hourly: false },
    ],
  });
  expect((await say('coaches list --game lol')).out).toMatch(/rook@coach\.example/);
  expect((await say('coaches list --game dota2')).out).not.toContain('rook@');
  expect((await say('coaches list the-ro')).out).toMatch(/rook@coach\.example/);
  expect((await say(`coaches list --below ${id}`)).out).not.toContain('rook@');
  const [duo] = shown.services;
  await run(['coaches', 'services', `${id}`, 'edit', String(duo.id), '--rate', '35']);
  const offered = (await run(['coaches', 'services', `${id}`])).out;
  expect(offered).toMatch(/Duo {5}\$35\.00 per hour/);
  expect((await run(['coaches', 'hours', `${id}`])).out).toMatch(
    /mon {2}10:00-12:00, 14:00-18:00\n[\s\S]*Europe\/Berlin/,
  );
  const [{ id: student }] = JSON.parse((await say('members list student@ --json')).out);
  await say(`members lock ${student}`);
  expect((await say('members list student@')).out).toContain('locked since');
  await say(`members unlock ${student}`);
  const [first, second] = (await say('audit')).out.split('\n');
  expect([first, second]).toEqual([
    expect.stringMatching(/kim {2}unlock member +\d+ +done$/),
    expect.stringMatching(/kim {2}lock member +\d+ +done$/),
  ]);
});

test('refunds a part of what the operator saw', async () => {
  const { apiUrl, bodies } = await startAcceptingApi();
  for (const line of ['', ' --refunded 5'])
    expect((await say(`bookings refund 7 --amount 5 --yes${line}`, { apiUrl })).code).toBe(0);
  expect(bodies).toEqual([
    { amount: 5, refunded: 0 },
    { amount: 5, refunded: 5 },
  ]);
});

test('decides on the application that the operator read', async () => {
  const { apiUrl, bodies } = await startAcceptingApi();
  const since = '2026-11-20T12:00:00.000Z';
  for (const decision of ['accept', 'decline'])
    expect((await say(`applications ${decision} 3 --since ${since} --yes`, { apiUrl })).code).toBe(
      0,
    );
  expect(bodies).toEqual([{ since }, { since }]);
});

test('records a refund that was paid another way', async () => {
  const { apiUrl, bodies } = await startAcceptingApi();
  expect(await say('bookings settle 7', { apiUrl })).toMatchObject({ code: 1 });
  for (const line of ['', ' --refunded 10', ' --amount 40'])
    expect(await say(`bookings settle 7 --yes${line}`, { apiUrl })).toMatchObject({
      ...{ code: 0, out: 'Done' },
    });
  expect(bodies).toEqual([{}, { refunded: 10 }, { amount: 40, refunded: 0 }]);
});

test('records payouts that were made by hand', async () => {
  const { apiUrl, bodies } = await startAcceptingApi();
  const done = { code: 0, out: 'Done' };
  expect((await say('bookings paid-out 7 --yes', { apiUrl })).code).toBe(2);
  expect((await say('coaches paid-out 7 --amount 5 --yes', { apiUrl })).code).toBe(2);
  expect(await say('bookings paid-out 7 --amount 85 --yes', { apiUrl })).toMatchObject(done);
  expect(await say('bookings paid-out 7 --amount -17.50 --yes', { apiUrl })).toMatchObject(done);
  expect(await say('bookings paid-out 7 --amount 85 --earlier --yes', { apiUrl })).toMatchObject(
    done,
  );
  expect((await say('bookings paid-out 7 --amount --17 --yes', { apiUrl })).code).toBe(2);
  expect(
    (await say('coaches paid-out 7 --until 2026-11-30 --amount -5', { apiUrl })).code,
  ).not.toBe(0);
  const line = 'coaches paid-out 7 --until 2026-11-30 --amount 170.5';
  expect(await say(line, { apiUrl })).toMatchObject({ code: 1 });
  expect(await say(`${line} --yes`, { apiUrl })).toMatchObject(done);
  expect(bodies).toEqual([
    { amount: 85 },
    { amount: -17.5 },
    { amount: 85, earlier: true },
    { until: '2026-11-30T23:59:59.999Z', amount: 170.5 },
  ]);
});

test('gives up a payout account after a question', async () => {
  const { apiUrl } = await startAcceptingApi();
  expect(await say('coaches retire-payouts 7', { apiUrl })).toMatchObject({ code: 1 });
  const done = { code: 0, out: 'Done' };
  expect(await say('coaches retire-payouts 7 --yes', { apiUrl })).toMatchObject(done);
});

test('lists bookings with a failed refund', async () => {
  expect(await say('bookings list --refund failed')).toMatchObject({
    ...{ code: 0, out: 'no bookings match' },
  });
});

test('continues the lists of applications, reviews and the waitlist', async () => {
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${apiUrl}${path}`, init)).ok).toBe(true);
  };
  const applicant = { rank: 'Challenger', links: 'x', about: 'Mid lane.', time_zone: 'UTC' };
  for (const name of ['Vex', 'Orbit', 'Rune'])
    await send('/api/coach-applications/', {
      ...{ ...applicant, name, email: `${name}@example.com`, game: 'lol' },
    });
  const namesIn = (text: string) => text.match(/Vex|Orbit|Rune/g);
  const [, { id }] = JSON.parse((await say('applications list --json')).out);
  await say(`applications decline ${id} --yes`);
  expect(namesIn((await say('applications list')).out)).toEqual(['Rune', 'Vex', 'Orbit']);
  expect(namesIn((await say('applications list --state open')).out)).toEqual(['Rune', 'Vex']);
  expect((await say('applications list --state decided')).out).toMatch(
    /declined \d{4}-\d\d-\d\d \d\d:\d\dZ {2}lol {2}Orbit <orbit@example\.com>, not confirmed/,
  );
  const below = `applications list --state open --below ${Number(id) + 1}`;
  expect(namesIn((await say(below)).out)).toEqual(['Vex']);
  for (const review of [1, 2]) await run(['reviews', 'hide', String(review), '--why', 'Spam']);
  expect((await say('reviews list --state hidden --below 2')).out).toMatch(/^1 .*\n.*Spam$/);
  expect((await say('reviews list --state reported')).out).toBe('no reported or hidden reviews');
  for (const email of ['a@example.com', 'b@example.com'])
    await send('/api/waitlist/', { game: 'dota2', email });
  expect((await say('waitlist list --after dota2/a@example.com')).out).toMatch(
    /^dota2 +b@example\.com .* waiting$/,
  );
});

test('exports to a new private file', async () => {
  const [{ id }] = JSON.parse((await say('members list student@ --json')).out);
  const file = path.join(folder, 'export.json');
  expect((await run(['members', 'export', id.toString(), '--out', file])).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8')).account.email).toBe('student@carry.example');
  expect(await run(['members', 'export', id.toString(), '--out', file])).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot create'),
  });
});

test('exports the ledger as the API prints it', async () => {
  const file = path.join(folder, 'ledger.csv');
  expect((await run(['ledger', '--from', '2026-01-01', '--out', file])).out).toBe(`wrote ${file}`);
  const [head, ...lines] = readFileSync(file, 'utf8').split('\r\n');
  expect(head).toMatch(/^entry,date,at,kind,booking,/);
  expect(lines.at(-1)).toBe('');
  expect((await say('ledger --to 2020-12-31')).out).toBe(head);
  expect((await say('ledger --from 2026')).code).toBe(1);
});

test('restore refuses a missing file', async () => {
  const nowhere = { database: { folder: path.join(folder, 'none') } };
  expect(await say('restore /nowhere/x', nowhere)).toMatchObject({
    code: 1,
    err: expect.stringContaining('there is no /nowhere/x'),
  });
});

test('gives, resets and takes the role of an operator', async () => {
  expect(await say('operators add unknown@example.com')).toMatchObject({ code: 3 });
  const { out } = await say('operators add student@carry.example');
  expect(out).toMatch(/^added operator \d+; next: sign in/);
  const [id] = /\d+/.exec(out) ?? [];
  expect((await say('operators list')).out).toMatch(
    /student@carry\.example .*no second factor yet/,
  );
  expect((await say(`operators reset ${id}`)).code).toBe(1); // no confirmation
  expect((await say(`operators reset ${id} --yes`)).code).toBe(0);
  expect((await say(`operators remove ${id}`)).out).toBe('Operator removed');
  expect((await say('operators list')).out).toBe('no operators');
});

test('accepts and declines applications to coach', async () => {
  const apply = (name: string) =>
    fetch(`${apiUrl}/api/coach-applications/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name, email: `${name}@coach.example`, game: 'lol', rank: 'Challenger' },
        ...{ links: `https://profiles.example/${name}`, about: 'Mid lane.', time_zone: 'UTC' },
      }),
    });
  await apply('kestrel');
  await apply('osprey');
  const { out } = await say('applications list --json');
  const all = JSON.parse(out) as { id: number; email: string; state: string }[];
  const getId = (name: string) => all.find(({ email }) => email.startsWith(name))?.id ?? 0;
  const accepted = await say(`applications accept ${getId('kestrel')} --yes`);
  expect([accepted.code, accepted.err, accepted.out]).toEqual([
    0,
    '',
    expect.stringMatching(/^coach \d+$/),
  ]);
  expect((await say('coaches list kestrel')).out).toContain('kestrel@coach.example');
  const declined = await run([
    'applications',
    'decline',
    `${getId('osprey')}`,
    '--why',
    'No proof',
    '--yes',
  ]);
  expect(declined.code).toBe(0);
  expect((await say('coaches list osprey')).out).not.toContain('osprey@coach.example');
  const decided = JSON.parse((await say('applications list --json')).out) as typeof all;
  expect(Object.fromEntries(decided.map(({ email, state }) => [email, state]))).toMatchObject({
    ...{ 'kestrel@coach.example': 'accepted', 'osprey@coach.example': 'declined' },
  });
  expect((await say(`applications accept ${getId('kestrel')} --yes`)).code).not.toBe(0);
});

import { writeFileSync } from 'node:fs';
import { table } from '@carry/releases/command-line';
import type { Command, Commands } from './command';
import { Refused } from './errors';
import { idOf, moment, orNone, plain } from './words';

const list: Command = {
  usage: 'members list [<part of an address>|<member>] [--below MEMBER]',
  does: 'members, the newest first; --below goes on with a list',
  words: [0, 1],
  flags: ['below'],
  async run({ ask, flags: { below }, paint }, [q]) {
    const found = await ask('GET /api/operator/members/', { query: { q, below } });
    const rows = found.map(({ id, email, since, verified, locked_at, coach_id, bookings }) => [
      ...[String(id), plain(email), `since ${since.slice(0, 10)}`, `${bookings} bookings`],
      coach_id === null ? '' : `coach ${coach_id}`,
      verified ? '' : 'not verified',
      locked_at === null ? '' : paint('red', `locked since ${moment(locked_at)}`),
    ]);
    return { data: found, text: orNone(table(rows), 'there is no such member') };
  },
};

const lock: Command = {
  usage: 'members lock <member>',
  does: 'signs a member out everywhere, at once, and refuses new sign-ins; what is booked stays',
  words: [1, 1],
  async run({ ask }, [id]) {
    const answer = await ask('POST /api/operator/members/{id}/lock/', { id: idOf(id) });
    return { data: answer, text: answer.detail };
  },
};

const unlock: Command = {
  usage: 'members unlock <member>',
  does: 'lets a member in again',
  words: [1, 1],
  async run({ ask }, [id]) {
    const answer = await ask('POST /api/operator/members/{id}/unlock/', { id: idOf(id) });
    return { data: answer, text: answer.detail };
  },
};

const exported: Command = {
  usage: 'members export <member> [--out FILE]',
  does: 'all that is stored about a member, as JSON; a new file is for your eyes only',
  words: [1, 1],
  flags: ['out'],
  async run({ ask, flags: { out } }, [id]) {
    const found = await ask('GET /api/operator/members/{id}/export/', { id: idOf(id) });
    const text = JSON.stringify(found, null, 2);
    if (out === undefined) return { data: found, text };
    try {
      writeFileSync(out, `${text}\n`, { mode: 0o600, flag: 'wx' });
    } catch (cause) {
      throw new Refused(`${out} could not be made; is it there already?`, { cause });
    }
    return { data: { file: out }, text: `${out} is written` };
  },
};

const remove: Command = {
  usage: 'members delete <member>',
  does: 'deletes an account, as its owner could: what is ahead is cancelled; a coach is closed once no session is booked',
  words: [1, 1],
  confirm: ([id]) => `Delete the account of member ${id} for good?`,
  async run({ ask }, [id]) {
    const answer = await ask('POST /api/operator/members/{id}/delete/', { id: idOf(id) });
    return { data: answer, text: answer.detail };
  },
};

const waiting: Command = {
  usage: 'waitlist list',
  does: 'who waits for a coach of which game',
  words: [0, 0],
  async run({ ask }) {
    const found = await ask('GET /api/operator/waitlist/');
    const rows = found.map(({ game, email, since, invited_at, unsubscribed }) => [
      ...[game, plain(email), `since ${since.slice(0, 10)}`],
      unsubscribed ? 'unsubscribed' : invited_at ? `invited ${moment(invited_at)}` : 'waits',
    ]);
    return { data: found, text: orNone(table(rows), 'nobody is waiting') };
  },
};

const invite: Command = {
  usage: 'waitlist invite <game> <coach>',
  does: 'writes to all who wait for a game, once each, with the way to book this coach; who unsubscribed gets nothing',
  words: [2, 2],
  confirm: ([game, coach]) => `Write to everybody who waits for ${game} about coach ${coach}?`,
  async run({ ask }, [game = '', coach]) {
    const answer = await ask('POST /api/operator/coaches/{id}/invitations/', {
      id: idOf(coach),
      body: { game },
    });
    return { data: answer, text: `${answer.invited} are invited` };
  },
};

export const peopleCommands: Commands = {
  'members list': list,
  'members lock': lock,
  'members unlock': unlock,
  'members export': exported,
  'members delete': remove,
  'waitlist list': waiting,
  'waitlist invite': invite,
};

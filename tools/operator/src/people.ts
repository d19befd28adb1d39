import type { CoachApplication } from '@carry/contracts/api';
import { table } from '@carry/releases/cli';
import type { Command, Commands } from './command';
import { printOrSave } from './output';
import { formatTime, joinLines, parseChoice, parseId, sanitize } from './words';

const list: Command = {
  args: '[text-or-member]',
  does: 'Lists members, newest first: all, or by id, or a part of the name or email.',
  flags: ['below'],
  async run({ callApi, flags: { below }, paint }, [q]) {
    const members = await callApi('GET /api/operator/members/', { query: { q, below } });
    const rows = members.map(({ id, email, since, verified, locked_at, coach_id, bookings }) => [
      ...[String(id), sanitize(email), `since ${since.slice(0, 10)}`, `${bookings} bookings`],
      coach_id === null ? '' : `coach ${coach_id}`,
      verified ? '' : 'not verified',
      locked_at === null ? '' : paint('red', `locked since ${formatTime(locked_at)}`),
    ]);
    return { data: members, text: joinLines(table(rows), 'no members match') };
  },
};

const lock: Command = {
  args: '<member>',
  does: "Locks an account: ends all its sessions and rejects new sign-ins. Bookings stay. A coach's page disappears, payouts wait, and students are emailed that they can cancel.",
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/members/{id}/lock/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const unlock: Command = {
  args: '<member>',
  does: 'Unlocks an account.',
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/members/{id}/unlock/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const exported: Command = {
  args: '<member>',
  does: 'Exports all data of a member as JSON. Only you can read the file.',
  flags: ['out'],
  async run({ callApi, flags: { out } }, [id]) {
    const data = await callApi('GET /api/operator/members/{id}/export/', { id: parseId(id) });
    return printOrSave(out, { data, text: JSON.stringify(data, null, 2) });
  },
};

const remove: Command = {
  args: '<member>',
  does: 'Deletes an account and cancels its upcoming bookings. A coach must have no open sessions, and no pending shares while locked.',
  confirm: ([id]) => `Permanently delete the account of member ${id}?`,
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/members/{id}/delete/', { id: parseId(id) });
    return { data: answer, text: answer.detail };
  },
};

const waitlist: Command = {
  does: "Lists each game's waiting list. People who still wait come first.",
  flags: ['after'],
  async run({ callApi, flags: { after } }) {
    const entries = await callApi('GET /api/operator/waitlist/', { query: { after } });
    const rows = entries.map(({ game, email, since, invited_at, unsubscribed }) => [
      ...[game, sanitize(email), `since ${since.slice(0, 10)}`],
      unsubscribed ? 'unsubscribed' : invited_at ? `invited ${formatTime(invited_at)}` : 'waiting',
    ]);
    return { data: entries, text: joinLines(table(rows), 'the waitlist is empty') };
  },
};

const removeWaiting: Command = {
  args: '<email>',
  does: 'Removes an address that asked for it from all waiting lists, even if it has unsubscribed.',
  confirm: ([email]) => `Remove ${email} from all waiting lists?`,
  async run({ callApi }, [email = '']) {
    const answer = await callApi('POST /api/operator/waitlist/remove/', { body: { email } });
    return { data: answer, text: answer.detail };
  },
};

const invite: Command = {
  args: '<game> <coach>',
  does: "Emails everyone on a game's waitlist once, with a link to book this coach of the game. Skips unsubscribed addresses.",
  confirm: ([game, coach]) => `Email everyone on the waitlist of ${game} about coach ${coach}?`,
  async run({ callApi }, [game = '', coach]) {
    const answer = await callApi('POST /api/operator/coaches/{id}/invitations/', {
      id: parseId(coach),
      body: { game },
    });
    return {
      data: answer,
      text: `invited ${answer.invited}${answer.more ? '; the others follow' : ''}`,
    };
  },
};

const formatState = ({ state, decided_at }: CoachApplication) =>
  decided_at === null ? state : `${state} ${formatTime(decided_at)}`;

const applications: Command = {
  does: 'Lists applications to coach, open ones first, newest first, with their proof.',
  flags: ['below', 'state'],
  async run({ callApi, flags: { below, state } }) {
    const query = { below, state: parseChoice(state, '--state', ['open', 'decided']) };
    const applications = await callApi('GET /api/operator/applications/', { query });
    const lines = applications.flatMap((one) => [
      `${one.id}  ${formatState(one)}  ${one.game}  ${sanitize(one.name)} <${sanitize(one.email)}>${one.confirmed ? '' : ', not confirmed'}  since ${one.since}`,
      `    rank: ${sanitize(one.rank)}`,
      `    proof: ${sanitize(one.links)}`,
      `    about: ${sanitize(one.about)}`,
    ]);
    return { data: applications, text: joinLines(lines, 'there are no applications') };
  },
};

const accept: Command = {
  args: '<application>',
  does: 'Makes an applicant a coach and emails them how to set up their page.',
  flags: ['since'],
  confirm: ([id]) => `Accept application ${id} and email the applicant?`,
  async run({ callApi, flags: { since } }, [id]) {
    const answer = await callApi('POST /api/operator/applications/{id}/accept/', {
      id: parseId(id),
      body: { since },
    });
    return { data: answer, text: `coach ${answer.coach_id}` };
  },
};

const decline: Command = {
  args: '<application>',
  does: 'Declines an application and emails the applicant, with the reason if you give one.',
  flags: ['why', 'since'],
  confirm: ([id]) => `Decline application ${id} and email the applicant?`,
  async run({ callApi, flags: { why, since } }, [id]) {
    const answer = await callApi('POST /api/operator/applications/{id}/decline/', {
      id: parseId(id),
      body: { reason: why, since },
    });
    return { data: answer, text: answer.detail };
  },
};

export const peopleCommands: Commands = {
  'applications list': applications,
  'applications accept': accept,
  'applications decline': decline,
  'members list': list,
  'members lock': lock,
  'members unlock': unlock,
  'members export': exported,
  'members delete': remove,
  'waitlist list': waitlist,
  'waitlist invite': invite,
  'waitlist remove': removeWaiting,
};

import { readFileSync } from 'node:fs';
import type { Availability, OperatorCoach, ProfileChange } from '@carry/contracts/api';
import { type Answer, table, UsageError } from '@carry/releases/command-line';
import type { Command, Commands, Context } from './command';
import { idOf, orNone, plain } from './words';

const coach = (found: OperatorCoach): Answer => ({
  data: found,
  text: [
    ...table([
      ['coach', `${found.id} ${plain(found.name)}`],
      ['account', plain(found.email)],
      ['offer', plain(found.special_offer ?? '–')],
      ['picture', found.image_url ?? '–'],
      ...found.rank_images.map(({ url, alt }) => ['rank', `${plain(alt)} ${url}`]),
    ]),
    ...serviceLines(found),
    '',
    found.description,
  ].join('\n'),
});

const serviceLines = ({ services }: OperatorCoach): string[] =>
  table(
    services.map(({ id, label, rate, is_hourly }) => [
      `service ${id}`,
      plain(label),
      `$${rate.toFixed(2)} ${is_hourly ? 'an hour' : 'each'}`,
    ]),
  );

const change = async (
  { ask }: Context,
  id: number,
  body: Partial<ProfileChange> & { name?: string },
) => coach(await ask('PATCH /api/operator/coaches/{id}/', { id, body }));

const list: Command = {
  usage: 'coaches list',
  does: 'all coaches',
  words: [0, 0],
  async run({ ask }) {
    const found = await ask('GET /api/operator/coaches/');
    const rows = found.map(({ id, name, email, services }) => [
      ...[String(id), plain(name), plain(email)],
      `${services} services`,
    ]);
    return { data: found, text: orNone(table(rows), 'there is no coach') };
  },
};

const show: Command = {
  usage: 'coaches show <coach>',
  does: 'what a coach says and offers',
  words: [1, 1],
  run: async ({ ask }, [id]) =>
    coach(await ask('GET /api/operator/coaches/{id}/', { id: idOf(id) })),
};

const add: Command = {
  usage: 'coaches add <address> --name NAME --zone ZONE',
  does: 'makes a member a coach, or creates an account for a new one, who gets a mail',
  words: [1, 1],
  flags: ['name', 'zone'],
  async run({ ask, flags: { name, zone } }, [email = '']) {
    if (!name || !zone)
      throw new UsageError('a coach needs --name, and --zone such as Europe/Berlin');
    const added = await ask('POST /api/operator/coaches/', {
      body: { email, name, time_zone: zone },
    });
    return {
      data: added,
      text: `coach ${added.id}; 'coaches hours' and 'coaches services' come next`,
    };
  },
};

const edit: Command = {
  usage: 'coaches edit <coach> [--name NAME] [--description FILE]',
  does: 'sets the name of a coach, and what they say, in markdown',
  words: [1, 1],
  flags: ['name', 'description'],
  async run(context, [id]) {
    const { name, description } = context.flags;
    if (name === undefined && description === undefined)
      throw new UsageError('nothing to set: give --name or --description');
    return change(context, idOf(id), {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: textOf(description) }),
    });
  },
};

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
}

const offer: Command = {
  usage: 'coaches offer <coach> <words>|none',
  does: 'sets the special offer of a coach',
  words: [2, 2],
  run: (context, [id, words = '']) =>
    change(context, idOf(id), { special_offer: words === 'none' ? null : words }),
};

const picture: Command = {
  usage: 'coaches picture <coach> <url>|none',
  does: 'sets the portrait of a coach; it comes from the API or from PICTURE_ORIGINS',
  words: [2, 2],
  run: (context, [id, url = '']) =>
    change(context, idOf(id), { image_url: url === 'none' ? null : url }),
};

const ranks: Command = {
  usage: 'coaches ranks <coach> none|(<url> <words>)…',
  does: 'sets the pictures of the ranks of a coach, each with its words',
  words: [2, 13],
  run(context, [id, ...pairs]) {
    if (pairs.length === 1 && pairs[0] === 'none')
      return change(context, idOf(id), { rank_images: [] });
    if (pairs.length % 2 === 1) throw new UsageError(`usage: operator ${ranks.usage}`);
    const rank_images = pairs.flatMap((url, at) =>
      at % 2 === 0 ? [{ url, alt: pairs[at + 1] ?? '' }] : [],
    );
    return change(context, idOf(id), { rank_images });
  },
};

const services: Command = {
  usage:
    'coaches services <coach> [add --label TEXT --rate USD [--hourly] | edit <service> [--label TEXT] [--rate USD] | remove <service>]',
  does: 'what a coach offers; prices hold for new bookings only',
  words: [1, 3],
  flags: ['label', 'rate', 'hourly'],
  async run(context, [word, action, service]) {
    const id = idOf(word);
    const found = await context.ask('GET /api/operator/coaches/{id}/', { id });
    if (action === undefined)
      return { data: found.services, text: orNone(serviceLines(found), 'nothing is offered') };
    const { label, hourly = false } = context.flags;
    const rate = rateOf(context.flags.rate);
    if (action === 'add' && service === undefined) {
      if (!label || rate === undefined) throw new UsageError('a service needs --label and --rate');
      const added = { id: null, label, rate, is_hourly: hourly };
      return change(context, id, { services: [...found.services, added] });
    }
    const own = found.services.find((one) => one.id === idOf(service));
    if (!own || !['edit', 'remove'].includes(action))
      throw new UsageError(
        own ? `usage: operator ${services.usage}` : `coach ${id} has no service ${service}`,
      );
    const others = found.services.filter((one) => one !== own);
    if (action === 'remove') return change(context, id, { services: others });
    const edited = { ...own, ...(label && { label }), ...(rate !== undefined && { rate }) };
    return change(context, id, {
      services: found.services.map((one) => (one === own ? edited : one)),
    });
  },
};

function rateOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,5}(\.\d{1,2})?$/.test(text))
    throw new UsageError(`--rate is a price in USD such as 25 or 17.50, not '${text}'`);
  return text === undefined ? undefined : Number(text);
}

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const hours: Command = {
  usage:
    'coaches hours <coach> [<day>=HH:MM-HH:MM,… | <day>=off]… [--zone ZONE] [--buffer MINUTES] [--notice MINUTES] [--ahead DAYS]',
  does: 'when a coach can be booked, in their zone; days are sun … sat; what is booked stays',
  words: [1, 8],
  flags: ['zone', 'buffer', 'notice', 'ahead'],
  async run({ ask, flags }, [word, ...days]) {
    const id = idOf(word);
    const changed = new Map(days.map(dayOf));
    const before = await ask('GET /api/operator/coaches/{id}/availability/', { id });
    const { zone, buffer, notice, ahead } = flags;
    const isAsked =
      days.length > 0 || [zone, buffer, notice, ahead].some((one) => one !== undefined);
    if (!isAsked) return shownHours(before);
    const body: Availability = {
      ...before,
      weekly: before.weekly.map((windows, day) => changed.get(day) ?? windows),
      time_zone: zone ?? before.time_zone,
      buffer_minutes: buffer ?? before.buffer_minutes,
      notice_minutes: notice ?? before.notice_minutes,
      days_ahead: ahead ?? before.days_ahead,
    };
    return shownHours(await ask('PATCH /api/operator/coaches/{id}/availability/', { id, body }));
  },
};

function dayOf(word: string): [number, Availability['weekly'][number]] {
  const [, name = '', text = ''] = /^([a-z]{3})=(.+)$/.exec(word.toLowerCase()) ?? [];
  const windows = text === 'off' ? [] : text.split(',').map((one) => one.split('-'));
  if (!DAYS.includes(name) || windows.some((window) => window.length !== 2))
    throw new UsageError(
      `hours of a day are such as mon=10:00-12:30,14:00-18:00, or mon=off, not '${word}'`,
    );
  return [DAYS.indexOf(name), windows.map(([start = '', end = '']) => ({ start, end }))];
}

function shownHours(found: Availability): Answer {
  const week = found.weekly.map((windows, day) => [
    DAYS[day] ?? '',
    windows.map(({ start, end }) => `${start}-${end}`).join(', ') || 'off',
  ]);
  const rules = `${found.time_zone}; ${found.buffer_minutes} minutes around a session, ${found.notice_minutes} of notice, ${found.days_ahead} days ahead; ${found.special.length} special days`;
  return { data: found, text: [...table(week), rules].join('\n') };
}

export const coachCommands: Commands = {
  'coaches list': list,
  'coaches show': show,
  'coaches add': add,
  'coaches edit': edit,
  'coaches offer': offer,
  'coaches picture': picture,
  'coaches ranks': ranks,
  'coaches services': services,
  'coaches hours': hours,
};

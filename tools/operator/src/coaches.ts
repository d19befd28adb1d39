import { readFileSync } from 'node:fs';
import type { Availability, OperatorCoach, ProfileChange } from '@carry/contracts/api';
import { formatDollars } from '@carry/contracts/format';
import { type Answer, table, UsageError } from '@carry/releases/cli';
import type { Command, Commands, Context } from './command';
import { joinLines, parseId, parseUsd, sanitize } from './words';

const showCoach = (coach: OperatorCoach): Answer => ({
  data: coach,
  text: [
    ...table([
      ['coach', `${coach.id} ${sanitize(coach.name)}`],
      ['account', sanitize(coach.email)],
      ['page', coach.public_page],
      ['games', coach.games.join(', ') || '–'],
      ['languages', coach.languages.join(', ') || '–'],
      ['country', coach.country ?? '–'],
      ['clip', coach.clip ?? '–'],
      ['offer', sanitize(coach.special_offer ?? '–')],
      ['picture', coach.image_url ?? '–'],
      ...coach.rank_images.map(({ url, alt }) => ['rank', `${sanitize(alt)} ${url}`]),
    ]),
    ...serviceLines(coach),
    '',
    coach.description,
  ].join('\n'),
});

const serviceLines = ({ services }: OperatorCoach): string[] =>
  table(
    services.map(({ id, label, rate, is_hourly }) => [
      `service ${id}`,
      sanitize(label),
      `${formatDollars(rate)} ${is_hourly ? 'per hour' : 'each'}`,
    ]),
  );

const updateCoach = async (
  { callApi }: Context,
  id: number,
  body: Partial<ProfileChange> & { name?: string; slug?: string },
) => showCoach(await callApi('PATCH /api/operator/coaches/{id}/', { id, body }));

const list: Command = {
  args: '[text-or-coach]',
  does: 'Lists coaches, newest first: all, or by the id or a part of the name, slug or email.',
  flags: ['below', 'game'],
  async run({ callApi, flags: { below, game } }, [q]) {
    const coaches = await callApi('GET /api/operator/coaches/', { query: { q, below, game } });
    const rows = coaches.map(({ id, name, email, services }) => [
      ...[String(id), sanitize(name), sanitize(email)],
      `${services} services`,
    ]);
    return { data: coaches, text: joinLines(table(rows), 'no coaches match') };
  },
};

const show: Command = {
  args: '<coach>',
  does: 'Shows the profile and services of a coach.',
  run: async ({ callApi }, [id]) =>
    showCoach(await callApi('GET /api/operator/coaches/{id}/', { id: parseId(id) })),
};

const add: Command = {
  args: '<email>',
  does: 'Makes a member a coach. Without an account, creates one and emails a link to set a password.',
  flags: ['name', 'zone'],
  async run({ callApi, flags: { name, zone } }, [email = '']) {
    if (!name || !zone)
      throw new UsageError('--name and --zone are required; a zone is such as Europe/Berlin');
    const coach = await callApi('POST /api/operator/coaches/', {
      body: { email, name, time_zone: zone },
    });
    return {
      data: coach,
      text: `added coach ${coach.id}; next: 'coaches hours' and 'coaches services'`,
    };
  },
};

const edit: Command = {
  args: '<coach>',
  does: "Edits a coach's profile. Separate codes with commas, such as --games lol,cs2.",
  flags: ['name', 'description', 'slug', 'games', 'languages', 'country', 'clip'],
  async run(context, [id]) {
    const { name, description, slug, games, languages, country, clip } = context.flags;
    const change = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: readText(description) }),
      ...(slug !== undefined && { slug }),
      ...(games !== undefined && { games: splitCodes(games) }),
      ...(languages !== undefined && { languages: splitCodes(languages) }),
      ...(country !== undefined && { country: orNone(country) }),
      ...(clip !== undefined && { clip: orNone(clip) }),
    };
    if (Object.keys(change).length === 0)
      throw new UsageError('nothing to change; --help lists the options');
    return updateCoach(context, parseId(id), change);
  },
};

const orNone = (text: string) => (text === 'none' ? null : text);
const splitCodes = (text: string) =>
  text === 'none' ? [] : text.split(',').map((code) => code.trim());

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`cannot read ${file}; check the path`);
  }
}

const offer: Command = {
  args: '<coach> <text>',
  does: "Sets the special offer of a coach; 'none' removes it.",
  run: (context, [id, text = '']) =>
    updateCoach(context, parseId(id), { special_offer: text === 'none' ? null : text }),
};

const picture: Command = {
  args: '<coach> <url>',
  does: "Sets the portrait of a coach; 'none' removes it. The URL must belong to the API or to PICTURE_ORIGINS.",
  run: (context, [id, url = '']) =>
    updateCoach(context, parseId(id), { image_url: url === 'none' ? null : url }),
};

const ranks: Command = {
  args: '<coach> <pictures...>',
  does: "Sets the rank images of a coach: a URL and its alternative text for each, or 'none'.",
  run(context, [id, ...pairs]) {
    if (pairs.length === 1 && pairs[0] === 'none')
      return updateCoach(context, parseId(id), { rank_images: [] });
    if (pairs.length % 2 === 1)
      throw new UsageError('each URL of a picture needs its alternative text');
    const rank_images = pairs.flatMap((url, index) =>
      index % 2 === 0 ? [{ url, alt: pairs[index + 1] ?? '' }] : [],
    );
    return updateCoach(context, parseId(id), { rank_images });
  },
};

const services: Command = {
  args: '<coach> [action] [service]',
  does: 'Lists the services of a coach, or changes them: add, edit <service>, remove <service>. New prices apply to new bookings only.',
  flags: ['label', 'rate', 'hourly'],
  async run(context, [word, action, service]) {
    const id = parseId(word);
    const coach = await context.callApi('GET /api/operator/coaches/{id}/', { id });
    if (action === undefined)
      return { data: coach.services, text: joinLines(serviceLines(coach), 'no services') };
    const { label, hourly = false } = context.flags;
    const rate = parseUsd(context.flags.rate, '--rate');
    if (action === 'add' && service === undefined) {
      if (!label || rate === undefined) throw new UsageError('--label and --rate are required');
      const added = { id: null, label, rate, is_hourly: hourly };
      return updateCoach(context, id, { services: [...coach.services, added] });
    }
    const current = coach.services.find((one) => one.id === parseId(service));
    if (!current || !['edit', 'remove'].includes(action))
      throw new UsageError(
        current
          ? `there is no action '${action}'; use add, edit or remove`
          : `coach ${id} has no service ${service}`,
      );
    if (action === 'remove')
      return updateCoach(context, id, {
        services: coach.services.filter((one) => one !== current),
      });
    const edited = { ...current, ...(label && { label }), ...(rate !== undefined && { rate }) };
    return updateCoach(context, id, {
      services: coach.services.map((one) => (one === current ? edited : one)),
    });
  },
};

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const hours: Command = {
  args: '<coach> [days...]',
  does: 'Shows or sets the weekly hours of a coach in their time zone, such as mon=10:00-12:30,14:00-18:00 sun=off. Existing bookings stay.',
  flags: ['zone', 'buffer', 'notice', 'ahead'],
  async run({ callApi, flags }, [word, ...days]) {
    const id = parseId(word);
    const changed = new Map(days.map(parseDay));
    const before = await callApi('GET /api/operator/coaches/{id}/availability/', { id });
    const { zone, buffer, notice, ahead } = flags;
    const isShowing = !(
      days.length > 0 || [zone, buffer, notice, ahead].some((one) => one !== undefined)
    );
    if (isShowing) return showHours(before);
    const body: Availability = {
      ...before,
      weekly: before.weekly.map((windows, day) => changed.get(day) ?? windows),
      time_zone: zone ?? before.time_zone,
      buffer_minutes: buffer ?? before.buffer_minutes,
      notice_minutes: notice ?? before.notice_minutes,
      days_ahead: ahead ?? before.days_ahead,
    };
    return showHours(await callApi('PATCH /api/operator/coaches/{id}/availability/', { id, body }));
  },
};

function parseDay(word: string): [number, Availability['weekly'][number]] {
  const [, name = '', text = ''] = /^([a-z]{3})=(.+)$/.exec(word.toLowerCase()) ?? [];
  const windows = text === 'off' ? [] : text.split(',').map((one) => one.split('-'));
  if (!DAYS.includes(name) || windows.some((window) => window.length !== 2))
    throw new UsageError(
      `hours must be such as mon=10:00-12:30,14:00-18:00 or mon=off, not '${word}'`,
    );
  return [DAYS.indexOf(name), windows.map(([start = '', end = '']) => ({ start, end }))];
}

function showHours(availability: Availability): Answer {
  const week = availability.weekly.map((windows, day) => [
    DAYS[day] ?? '',
    windows.map(({ start, end }) => `${start}-${end}`).join(', ') || 'off',
  ]);
  const { time_zone, buffer_minutes, notice_minutes, days_ahead, special } = availability;
  const rules = `${time_zone}; buffer ${buffer_minutes} min, notice ${notice_minutes} min, bookable ${days_ahead} days ahead; ${special.length} special days`;
  return { data: availability, text: [...table(week), rules].join('\n') };
}

const retirePayouts: Command = {
  args: '<coach>',
  does: 'Disconnects the payout account of a coach, such as a closed one. The coach sets up another one.',
  confirm: ([id]) => `Disconnect the payout account of coach ${id}?`,
  async run({ callApi }, [id]) {
    const answer = await callApi('POST /api/operator/coaches/{id}/retire-payouts/', {
      id: parseId(id),
    });
    return { data: answer, text: answer.detail };
  },
};

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
  'coaches retire-payouts': retirePayouts,
};

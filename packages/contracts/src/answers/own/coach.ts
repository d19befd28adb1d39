import { additive, flag, list, matching, maybe, number, type Of, object, text } from '../shape';

const clock = matching(/^([01]\d|2[0-4]):[0-5]\d$/);
const windows = list(object({ start: clock, end: clock }));
/** `GET /api/coach/availability/`; times in `time_zone`, `weekly` from Sunday; a special day without windows is a day off. */
export const availability = object({
  time_zone: text,
  weekly: list(windows),
  special: list(object({ date: matching(/^\d{4}-\d{2}-\d{2}$/), windows })),
  buffer_minutes: number(0),
  notice_minutes: number(0),
  days_ahead: number(1),
});
export type Availability = Of<typeof availability>;

const codes = list(object({ code: text, name: text }));

export const profileFields = {
  name: text,
  description: text,
  image_url: maybe(text),
  special_offer: maybe(text),
  rank_images: list(object({ url: text, alt: text })),
  services: list(object({ id: number(), label: text, rate: number(0), is_hourly: flag })),
  picture_origins: list(text),
  meeting_url: additive(maybe(text)),
  games: additive(list(text)),
  languages: additive(list(text)),
  country: maybe(text),
  clip: maybe(text),
  portrait_url: maybe(text),
  gallery: additive(list(object({ url: text, alt: text }))),
  public_page: additive(text),
  choices: additive(object({ games: codes, languages: codes, countries: codes })),
};
export const profile = object(profileFields);
export type Profile = Of<typeof profile>;

export const waiting = list(
  object({
    game: text,
    game_name: additive(text),
    waiting: additive(number(0)),
    address: text,
    since: text,
  }),
);
export type Waiting = Of<typeof waiting>[number];

/** `GET /api/me/`. Other servers may send more or fewer fields. */
export const session = object({ coach_id: additive(number()) });

const sums = {
  paid: number(),
  commission: number(),
  refunded: number(),
  paid_out: number(),
  pending: number(),
};

/** `GET /api/coach/earnings/`, in cents. */
export const earnings = object({
  total: object(sums),
  months: list(object({ month: matching(/^\d{4}-\d{2}$/), bookings: number(0), ...sums })),
  time_zone: text,
  commission_percent: number(0, 100),
});
export type Earnings = Of<typeof earnings>;
export type Sums = Earnings['total'];

/** `GET /api/coach/payouts/`. */
export const payouts = object({
  state: matching(/^(off|none|unfinished|waiting|active)$/),
  failure: maybe(text),
  country: maybe(text),
  countries: codes,
  charges: additive(matching(/^(separate|destination)$/)),
});
export type Payouts = Of<typeof payouts>;
export const link = object({ url: text });

/** `GET /api/coach/calendar/`. */
export const coachCalendar = object({
  feed_url: text,
  busy: maybe(object({ url: text, read_at: maybe(text), problem: maybe(text), times: number(0) })),
});
export type CoachCalendar = Of<typeof coachCalendar>;

/** `GET /api/coach/checklist/`. */
export const checklist = object({
  steps: list(object({ step: text, done: flag })),
  hidden: flag,
  public_page: text,
  calendar_problem: maybe(text),
});
export type Checklist = Of<typeof checklist>;

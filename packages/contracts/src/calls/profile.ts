import { z } from 'zod';
import {
  MAX_DESCRIPTION,
  MAX_GALLERY,
  MAX_GAMES,
  MAX_LABEL,
  MAX_LANGUAGES,
  MAX_NAME,
  MAX_OFFER,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_WORDS,
  MAX_RANKS,
  MAX_RATE,
  MAX_SERVICES,
  MAX_URL,
  MIN_RATE,
} from '../rules/limits';
import { service } from './coach';
import { detail, filled, filledLine, game, id, text, trimmed } from './fields';
import type { CallTable } from './rules';

const address = text(MAX_URL).refine(
  (value) => /^https?:\/\//.test(value) && URL.canParse(value),
  'must be the address of a picture',
);
const meetingUrl = trimmed(MAX_URL).refine(
  (value) => /^https:\/\//.test(value) && URL.canParse(value),
  'must be a link that begins with https://',
);
const picture = z.object({ url: address, alt: filled(MAX_PICTURE_WORDS) });
const rate = z
  .number()
  .min(MIN_RATE)
  .max(MAX_RATE)
  .refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    'must be in whole cents',
  );

const code = z.object({ code: z.string(), name: z.string() });
const introduction = {
  games: z.array(game).max(MAX_GAMES),
  languages: z.array(text(2)).max(MAX_LANGUAGES),
  /** ISO 3166-1 code. */
  country: text(2).nullable(),
  /** Link to a YouTube or Twitch video. */
  clip: address.nullable(),
};

/** Coach profile and services; `description` is markdown, `rate` in USD. */
export const profile = z.object({
  name: z.string(),
  description: text(MAX_DESCRIPTION),
  image_url: address.nullable(),
  special_offer: text(MAX_OFFER).nullable(),
  rank_images: z.array(picture).max(MAX_RANKS),
  /** Empty for a new coach. */
  services: z.array(service).max(MAX_SERVICES),
  picture_origins: z.array(z.string()),
  /** Link to the coach's meeting room; null: sessions take place on Discord. */
  meeting_url: meetingUrl.nullable(),
  ...introduction,
  gallery: z.array(picture).max(MAX_GALLERY),
  public_page: z.string(),
  portrait_url: z.string().nullable(),
  choices: z.object({ games: z.array(code), languages: z.array(code), countries: z.array(code) }),
});
export type Profile = z.infer<typeof profile>;

const offered = z.object({
  id: id.nullable(),
  label: filledLine(MAX_LABEL),
  rate,
  is_hourly: z.boolean(),
});

export const profileChange = profile
  .pick({ description: true, image_url: true, rank_images: true })
  .extend({
    name: filledLine(MAX_NAME).optional(),
    special_offer: filledLine(MAX_OFFER).nullable(),
    /** Empty only while the coach has none. */
    services: z.array(offered).max(MAX_SERVICES),
    meeting_url: meetingUrl.nullable().optional(),
    /** Pictures that stay, in order. Others are deleted. */
    gallery: z.array(picture).max(MAX_GALLERY).optional(),
  })
  .extend(z.object(introduction).partial().shape);
export type ProfileChange = z.output<typeof profileChange>;

/** Values that the caller saw before a change. If one has changed since, the call changes nothing and returns 409. */
export const seenProfile = profile.partial().optional();

export const picture64 = z
  .base64()
  .max(Math.ceil(MAX_PICTURE_BYTES / 3) * 4, `must be at most ${MAX_PICTURE_BYTES / 1_000_000} MB`);

/** Between 0 and 1, of the upright picture. */
const share = z.number().min(0).max(1);
export const pictureCrop = z.object({ x: share, y: share, width: share, height: share });
export type PictureCrop = z.infer<typeof pictureCrop>;

export const profileCalls = {
  'GET /api/coach/profile/': {
    summary: 'The profile of the signed-in coach',
    by: 'user',
    answers: { 200: profile },
  },
  'PATCH /api/coach/profile/': {
    summary: 'Set the profile of the signed-in coach; prices hold for new bookings only',
    by: 'user',
    body: profileChange.extend({ seen: seenProfile }),
    answers: { 200: profile },
  },
  'POST /api/coach/portrait/': {
    summary: 'Upload the portrait of the signed-in coach, in base64; null removes it',
    by: 'user',
    body: z.object({
      picture: picture64.nullable(),
      /** Visible part; absent: chosen by the server. */
      crop: pictureCrop.optional(),
    }),
    answers: {
      200: profile,
      413: detail.describe('The picture is too large'),
      429: detail.describe('Too many uploads; `retry-after`: seconds to wait'),
    },
  },
  'POST /api/coach/pictures/': {
    summary: 'Upload a picture for the page of the signed-in coach: of a rank, or for the gallery',
    by: 'user',
    body: z.object({
      use: z.enum(['rank', 'gallery']),
      picture: picture64,
      crop: pictureCrop.optional(),
      /** Name of the rank, or words for those who cannot see the picture. */
      alt: filled(MAX_PICTURE_WORDS),
    }),
    answers: {
      200: profile,
      413: detail.describe('The picture is too large'),
      429: detail.describe('Too many uploads; `retry-after`: seconds to wait'),
    },
  },
} satisfies CallTable;

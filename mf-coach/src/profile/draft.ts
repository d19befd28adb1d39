import { MAX_RATE, MIN_RATE } from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers/coach';
import type { ProfileChange } from './api';

/** A profile as it is typed. A row's key stays, whatever is typed into it or done to other rows. */
export interface ProfileDraft {
  description: string;
  image: string;
  offer: string;
  ranks: { key: number; url: string; alt: string }[];
  services: { key: number; id: number | null; label: string; rate: string; hourly: boolean }[];
}

/** The key of a row that comes to others. */
export const newKey = (rows: readonly { key: number }[]): number =>
  Math.max(0, ...rows.map(({ key }) => key)) + 1;

export const draftOf = ({
  description,
  image_url,
  special_offer,
  rank_images,
  services,
}: Profile): ProfileDraft => ({
  description,
  image: image_url ?? '',
  offer: special_offer ?? '',
  ranks: rank_images.map(({ url, alt }, index) => ({ key: index + 1, url, alt })),
  services: services.map(({ id, label, rate, is_hourly }, index) => ({
    key: index + 1,
    id,
    label,
    rate: String(rate),
    hourly: is_hourly,
  })),
});

export type ProfileField =
  | 'description'
  | 'image'
  | 'offer'
  | `rank-${number}`
  | `service-${number}`
  | `rate-${number}`;
type Problems = Partial<Record<ProfileField, string>>;

const isPrice = (typed: string) =>
  /^\d{1,5}([.,]\d{1,2})?$/.test(typed.trim()) &&
  priceOf(typed) >= MIN_RATE &&
  priceOf(typed) <= MAX_RATE;
const priceOf = (typed: string) => Number(typed.trim().replace(',', '.'));

/** The origin of an address, or null for a text that is none. `URL.canParse` is missing in Safari before 17. */
export function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}

function pictureProblem(address: string, origins: readonly string[]): string | null {
  const origin = originOf(address);
  if (origin === null) return 'Enter the address of a picture, such as https://…';
  return origins.includes(origin) ? null : `Pictures may come from ${origins.join(', ')} only.`;
}

/** What is wrong with a profile, in the order of the page; null: nothing. */
export function profileProblems(draft: ProfileDraft, origins: readonly string[]): Problems | null {
  const problems: Problems = {};
  const image = draft.image.trim() && pictureProblem(draft.image.trim(), origins);
  if (image) problems.image = image;
  for (const { key, url, alt } of draft.ranks) {
    const problem =
      pictureProblem(url.trim(), origins) ?? (alt.trim() ? null : 'Say which rank it is.');
    if (problem) problems[`rank-${key}`] = problem;
  }
  for (const { key, label, rate } of draft.services) {
    if (!label.trim()) problems[`service-${key}`] = 'A service needs a name.';
    if (!isPrice(rate))
      problems[`rate-${key}`] =
        `A price is from $${MIN_RATE.toFixed(2)} to $${MAX_RATE}, such as 25 or 17.50.`;
  }
  return Object.keys(problems).length > 0 ? problems : null;
}

/** What is sent of a profile without problems. */
export const changeOf = ({
  description,
  image,
  offer,
  ranks,
  services,
}: ProfileDraft): ProfileChange => ({
  description,
  image_url: image.trim() || null,
  special_offer: offer.trim() || null,
  rank_images: ranks.map(({ url, alt }) => ({ url: url.trim(), alt: alt.trim() })),
  services: services.map(({ id, label, rate, hourly }) => ({
    id,
    label: label.trim(),
    rate: priceOf(rate),
    is_hourly: hourly,
  })),
});

import { formatDollars } from '@carry/remote-kit/format';
import {
  lengthProblem,
  MAX_DESCRIPTION,
  MAX_LABEL,
  MAX_NAME,
  MAX_OFFER,
  MAX_PICTURE_WORDS,
  MAX_RATE,
  MAX_URL,
  MIN_RATE,
  tooLong,
  trimText,
} from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers';
import type { ProfileChange } from './api';

/** Absent from a server that has no directory. */
export interface IntroductionDraft {
  games: string[];
  languages: string[];
  country: string;
  clip: string;
}

export interface PictureRow {
  key: number;
  url: string;
  alt: string;
}

/** Form state. A row's key is stable, so edits to other rows keep its focus. */
export interface ProfileDraft {
  name: string;
  description: string;
  /** Link to a picture; null if the server has uploads instead and no link is stored. */
  image: string | null;
  offer: string;
  /** Null if the server has no meeting links. */
  meeting: string | null;
  introduction: IntroductionDraft | null;
  ranks: PictureRow[];
  /** Null if the server has no gallery. */
  gallery: PictureRow[] | null;
  services: { key: number; id: number | null; label: string; rate: string; hourly: boolean }[];
}

export const nextKey = (rows: readonly { key: number }[]): number =>
  Math.max(0, ...rows.map(({ key }) => key)) + 1;

const toRows = (pictures: Profile['rank_images']): PictureRow[] =>
  pictures.map(({ url, alt }, index) => ({ key: index + 1, url, alt }));

type Pictures = Profile['rank_images'];

/** Returns the last picture that `before` lacks, in a list. */
const newest = (before: Pictures, stored: Pictures): Pictures => {
  const urls = new Set(before.map(({ url }) => url));
  return stored.filter(({ url }) => !urls.has(url)).slice(-1);
};

const append = (rows: PictureRow[], stored: Pictures): PictureRow[] => [
  ...rows,
  ...newest(rows, stored).map((row) => ({ ...row, key: nextKey(rows) })),
];

export const changeIntroduction = (
  draft: ProfileDraft,
  part: Partial<IntroductionDraft>,
): ProfileDraft =>
  draft.introduction ? { ...draft, introduction: { ...draft.introduction, ...part } } : draft;

export const addUploaded = (
  draft: ProfileDraft,
  { rank_images, gallery = [] }: Profile,
  use: 'rank' | 'gallery',
): ProfileDraft =>
  use === 'rank'
    ? { ...draft, ranks: append(draft.ranks, rank_images) }
    : { ...draft, gallery: append(draft.gallery ?? [], gallery) };

/** Adds only the picture that was just uploaded: other changes of `stored` were made elsewhere, and this page does not show them. */
export const seeUploaded = (
  seen: Profile,
  { rank_images, gallery = [] }: Profile,
  use: 'rank' | 'gallery',
): Profile => {
  const { rank_images: ranks, gallery: pictures = [] } = seen;
  return use === 'rank'
    ? { ...seen, rank_images: [...ranks, ...newest(ranks, rank_images)] }
    : { ...seen, gallery: [...pictures, ...newest(pictures, gallery)] };
};

export const isUploaded = (url: string): boolean => /\/uploads\/[\w-]+\.webp$/.test(url);

export const toDraft = ({
  name,
  description,
  image_url,
  special_offer,
  meeting_url,
  rank_images,
  gallery,
  services,
  games,
  languages,
  country,
  clip,
  portrait_url,
}: Profile): ProfileDraft => ({
  name,
  description,
  image: image_url ?? (portrait_url === undefined ? '' : null),
  offer: special_offer ?? '',
  meeting: meeting_url === undefined ? null : (meeting_url ?? ''),
  introduction:
    games && languages ? { games, languages, country: country ?? '', clip: clip ?? '' } : null,
  ranks: toRows(rank_images),
  gallery: gallery ? toRows(gallery) : null,
  services: services.map(({ id, label, rate, is_hourly }, index) => ({
    key: index + 1,
    id,
    label,
    rate: String(rate),
    hourly: is_hourly,
  })),
});

/** Returns the stored profile as the draft that was saved: each row keeps its key, so a field keeps its focus. */
export function toSavedDraft(submitted: ProfileDraft, stored: Profile): ProfileDraft {
  const draft = toDraft(stored);
  const keepKeys = <R extends Row>(rows: R[], before: Row[]): R[] =>
    rows.length === before.length
      ? rows.map((row, index) => ({ ...row, key: before[index]?.key ?? row.key }))
      : rows;
  return {
    ...draft,
    ranks: keepKeys(draft.ranks, submitted.ranks),
    gallery: draft.gallery && keepKeys(draft.gallery, submitted.gallery ?? []),
    services: keepKeys(draft.services, submitted.services),
  };
}

/** Gives services of the saved draft the ids that they have now: a save gives new and changed ones a new id. */
export const adoptServiceIds = (draft: ProfileDraft, saved: ProfileDraft): ProfileDraft => {
  const ids = new Map(saved.services.map(({ key, id }) => [key, id]));
  return draft.services === saved.services
    ? draft
    : {
        ...draft,
        services: draft.services.map((row) => ({ ...row, id: ids.get(row.key) ?? row.id })),
      };
};

export type ProfileField =
  | 'name'
  | 'description'
  | 'image'
  | 'offer'
  | 'meeting'
  | 'clip'
  | `rank-${number}`
  | `picture-${number}`
  | 'services'
  | `service-${number}`
  | `rate-${number}`;
type Problems = Partial<Record<ProfileField, string>>;

const isPrice = (typed: string) =>
  /^\d{1,5}([.,]\d{1,2})?$/.test(typed.trim()) &&
  parsePrice(typed) >= MIN_RATE &&
  parsePrice(typed) <= MAX_RATE;
const parsePrice = (typed: string) => Number(typed.trim().replace(',', '.'));

/** Returns null for an invalid URL. Safari before 17 has no `URL.canParse`. */
export function getOrigin(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}

function pictureProblem(address: string, origins: readonly string[]): string | null {
  if (address.length > MAX_URL) return tooLong(MAX_URL);
  const origin = getOrigin(address);
  if (origin === null) return 'Enter a link to a picture, such as https://…';
  return origins.includes(origin) ? null : `Pictures must come from ${origins.join(' or ')}.`;
}

function meetingProblem(address: string): string | null {
  if (address.length > MAX_URL) return tooLong(MAX_URL);
  return getOrigin(address)?.startsWith('https://')
    ? null
    : 'Enter a link that starts with https://.';
}

const CLIP_HOSTS =
  /^https:\/\/((www|m)\.)?(youtube\.com|youtu\.be|twitch\.tv)$|^https:\/\/clips\.twitch\.tv$/;

function clipProblem(address: string): string | null {
  if (address.length > MAX_URL) return tooLong(MAX_URL);
  return !address || CLIP_HOSTS.test(getOrigin(address) ?? '')
    ? null
    : 'Please use a link to a YouTube or Twitch video.';
}

function rankProblem({ url, alt }: ProfileDraft['ranks'][number], origins: readonly string[]) {
  const wrongPicture = pictureProblem(url.trim(), origins);
  if (wrongPicture) return wrongPicture;
  return trimText(alt) ? lengthProblem(alt, MAX_PICTURE_WORDS) : 'Enter a rank name.';
}

function serviceProblems({ key, label, rate }: ProfileDraft['services'][number]): Problems {
  const wrongLabel = trimText(label) ? lengthProblem(label, MAX_LABEL) : 'Enter a service name.';
  const wrongRate = isPrice(rate)
    ? undefined
    : `Enter a price from ${formatDollars(MIN_RATE)} to ${formatDollars(MAX_RATE)}, such as 25 or 17.50.`;
  return {
    ...(wrongLabel && { [`service-${key}`]: wrongLabel }),
    ...(wrongRate && { [`rate-${key}`]: wrongRate }),
  };
}

/** Returns validation errors in page order, or null. `saved` is the stored profile. */
export function profileProblems(
  draft: ProfileDraft,
  origins: readonly string[],
  saved = draft,
): Problems | null {
  const { name, description, image, offer, meeting, introduction, ranks, gallery, services } =
    draft;
  const wrong: [ProfileField, string | null | undefined][] = [
    ['name', trimText(name) ? lengthProblem(name, MAX_NAME) : 'Enter the name that students see.'],
    // the description is not trimmed
    ['description', description.length > MAX_DESCRIPTION ? tooLong(MAX_DESCRIPTION) : null],
    ['image', image?.trim() ? pictureProblem(image.trim(), origins) : null],
    ['offer', lengthProblem(offer, MAX_OFFER)],
    ['meeting', meeting?.trim() ? meetingProblem(meeting.trim()) : null],
    ['clip', introduction && clipProblem(introduction.clip.trim())],
    ...ranks.map((rank): [ProfileField, string | null | undefined] => [
      `rank-${rank.key}`,
      rankProblem(rank, origins),
    ]),
    ...(gallery ?? []).map(({ key, alt }): [ProfileField, string | null | undefined] => [
      `picture-${key}`,
      trimText(alt) ? lengthProblem(alt, MAX_PICTURE_WORDS) : 'Enter what the picture shows.',
    ]),
  ];
  const problems: Problems = Object.assign(
    Object.fromEntries(wrong.filter(([, problem]) => problem)),
    ...services.map(serviceProblems),
    services.length === 0 &&
      saved.services.length > 0 && { services: "Add a service, or students can't book you." },
  );
  return Object.keys(problems).length > 0 ? problems : null;
}

const trimPicture = ({ url, alt }: PictureRow) => ({ url: url.trim(), alt: alt.trim() });

export const toService = ({ label, rate, hourly }: ProfileDraft['services'][number]) => ({
  label: label.trim(),
  rate: parsePrice(rate),
  is_hourly: hourly,
});

export const toProfileChange = ({
  name,
  description,
  image,
  offer,
  meeting,
  introduction,
  ranks,
  gallery,
  services,
}: ProfileDraft): ProfileChange => ({
  name: name.trim(),
  description,
  image_url: image?.trim() || null,
  special_offer: trimText(offer) || null,
  ...(meeting !== null && { meeting_url: meeting.trim() || null }),
  ...(introduction && {
    ...introduction,
    country: introduction.country || null,
    clip: introduction.clip.trim() || null,
  }),
  rank_images: ranks.map(trimPicture),
  ...(gallery && { gallery: gallery.map(trimPicture) }),
  services: services.map((row) => ({ id: row.id, ...toService(row) })),
});

interface Row {
  key: number;
}

export const getRowActions = <R extends Row>(rows: R[], onChange: (rows: R[]) => void) => ({
  set: (key: number, change: Partial<R>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row))),
  remove: (key: number) => onChange(rows.filter((row) => row.key !== key)),
  moveUp: (index: number) => {
    const next = [...rows];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    onChange(next);
  },
});

import { additive, flag, list, maybe, number, type Of, object, text } from '../shape';

const coded = object({ code: text, name: text });
const portrait = object({ url: text, sources: list(object({ type: text, srcset: text })) });

/** `GET /api/coaches/`; `price` in USD, `next_free_at` is ISO 8601. */
export const directory = object({
  coaches: list(
    object({
      id: number(1),
      name: text,
      summary: text,
      image_url: maybe(text),
      portrait: additive(portrait),
      games: list(coded),
      languages: list(coded),
      country: additive(coded),
      price: number(0),
      is_hourly: flag,
      rating: maybe(number(1, 5)),
      reviews: number(0),
      next_free_at: maybe(text),
    }),
  ),
  next: maybe(text),
  languages: list(coded),
  applications_open: additive(flag),
});
export type Directory = Of<typeof directory>;
export type ListedCoach = Directory['coaches'][number];

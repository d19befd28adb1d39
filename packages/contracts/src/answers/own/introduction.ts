import { type Coach, coach } from '../coach';
import { webAddress } from '../fields';
import { additive, list, type Of, object, type Shape, text } from '../shape';

const coded = object({ code: text, name: text });

const picture = { url: webAddress, sources: list(object({ type: text, srcset: text })) };

const introduction = object({
  games: additive(list(coded)),
  languages: additive(list(coded)),
  country: additive(coded),
  portrait: additive(object(picture)),
  social_picture: additive(webAddress),
  /** Introduction clip: its page and the address of its player. */
  clip: additive(object({ url: webAddress, player: webAddress })),
});
export type IntroducedCoach = Coach & Of<typeof introduction>;

/** `GET /api/coaches/{id}/` with the facts that introduce a coach. */
export const introducedCoach: Shape<IntroducedCoach> = (value) => ({
  ...coach(value),
  ...introduction(value),
});

const pictures = object({
  gallery: additive(list(object({ ...picture, alt: text }))),
});
export type PicturedCoach = IntroducedCoach & Of<typeof pictures>;

/** Like {@link introducedCoach}, for the coach's own page. */
export const picturedCoach: Shape<PicturedCoach> = (value) => ({
  ...introducedCoach(value),
  ...pictures(value),
});

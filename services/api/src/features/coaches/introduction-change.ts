import type { ProfileChange } from '@carry/contracts/api';
import { languages } from '@carry/contracts/languages';
import type { ApiConfig } from '../../core/config';
import { Problem } from '../../core/errors/problem';
import { games } from '../games/games';
import { readClip } from './clips';
import { countryName } from './introduction';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes of unions, outlying regions and unknown places, which have names, too. */
const NOT_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

const countries = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  .flatMap((code) => {
    const name = NOT_COUNTRIES.has(code) ? undefined : countryName(code);
    return name ? [{ code, name }] : [];
  })
  .sort(byName);
const countryCodes = new Set(countries.map(({ code }) => code));

export const introductionChoices = {
  games: [...games].map(([code, name]) => ({ code, name })),
  languages: Object.entries(languages)
    .map(([code, name]) => ({ code, name }))
    .sort(byName),
  countries,
};

type Change = { [N in 'games' | 'languages' | 'country' | 'clip']?: ProfileChange[N] | undefined };

const refuse = (why: string) => new Problem(400, why);
const distinct = (items: readonly string[]) => [...new Set(items)];

export function checkedIntroduction(
  { siteUrl }: Pick<ApiConfig, 'siteUrl'>,
  { games: played, languages: spoken, country, clip }: Change,
) {
  if (played?.some((game) => !games.has(game))) throw refuse('Please choose games from the list.');
  if (spoken?.some((code) => !Object.hasOwn(languages, code)))
    throw refuse('Please choose languages from the list.');
  if (country && !countryCodes.has(country)) throw refuse('Please choose a country from the list.');
  if (clip && !readClip(clip, siteUrl))
    throw refuse('Please use a link to a YouTube or Twitch video.');
  return {
    ...(played && { games: distinct(played) }),
    ...(spoken && { languages: distinct(spoken) }),
  };
}

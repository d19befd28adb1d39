import { languages } from '@carry/contracts/languages';
import type { ApiConfig } from '../../core/config';
import type { coaches } from '../../core/db/schema';
import { games as gameNames } from '../games/games';
import { getPortrait } from './pictures';

type Coach = typeof coaches.$inferSelect;

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

export const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined;

const languageNames = new Map<string, string>(Object.entries(languages));

export const toLanguage = (code: string) => ({ code, name: languageNames.get(code) ?? code });
const toGame = (code: string) => ({ code, name: gameNames.get(code) ?? code });
const toCountry = (code: string) => ({ code, name: countryName(code) ?? code });

export const getIntroduction = (
  config: Pick<ApiConfig, 'url'>,
  {
    games,
    languages,
    country,
    slug,
    portrait,
  }: Pick<Coach, 'games' | 'languages' | 'country' | 'slug' | 'portrait'>,
) => ({
  games: games.map(toGame),
  languages: languages.map(toLanguage),
  country: country === null ? null : toCountry(country),
  slug,
  portrait: getPortrait(config, portrait),
});

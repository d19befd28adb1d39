export * as paths from './site-paths';

/** Id of the coach featured on landing pages and target of `/{coachSlug}`: a setting of the site, by default the first coach. */
export const featuredCoach = ({ settings }: { settings: Readonly<Record<string, string>> }) =>
  settings['featuredCoach'] ?? '1';

/** Navigation state of a link to the login from a page whose session the server refused. */
export const refusedSession = { isRefused: true } as const;

/** Which path prefixes each remote may claim; a claim outside is refused at publish. `{coachSlug}` stands for the configured slug. */
export const ownership: Record<string, readonly string[]> = {
  'mf-marketing': [
    '/',
    '/cs2',
    '/valorant',
    '/lol',
    '/dota2',
    '/fortnite',
    '/terms',
    '/privacy',
    '/refunds',
    '/imprint',
    '/how-it-works',
    '/{coachSlug}',
  ],
  'mf-booking': ['/booking', '/booking-success', '/booking-cancelled'],
  'mf-account': ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/sessions', '/account'],
  'mf-coach': ['/coach-dashboard', '/coach', '/dashboard'],
};

/** True when `path` (a route pattern) is one of the prefixes or lies below one; `/` covers itself only. */
export function owns(prefixes: readonly string[], path: string): boolean {
  return prefixes.some((prefix) => path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`)));
}

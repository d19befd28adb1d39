import type { HeadArgs, HeadTags, RouteHandle, SiteConfig } from '@carry/contracts/shell';

interface Match {
  params: Record<string, string | undefined>;
  loaderData?: unknown;
  handle?: unknown;
}

/** Returns the handle of the deepest matched route with a `head`, or another `member`, and its arguments, or null. */
export function pageHandle(
  matches: Match[],
  site: SiteConfig,
  member: 'head' | 'status' | 'frames' = 'head',
): { handle: RouteHandle; args: HeadArgs } | null {
  const match = matches.findLast(({ handle }) => (handle as RouteHandle | undefined)?.[member]);
  if (!match) return null;
  return {
    handle: match.handle as RouteHandle,
    args: { data: match.loaderData, params: match.params, site },
  };
}

/** Resolves with loader data whose promises are settled; a rejected one becomes undefined. */
export async function settle(data: unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data;
  // the page shows a failed part; the head does without it
  const entries = Object.entries(data).map(
    async ([key, value]) => [key, await Promise.resolve(value).catch(() => undefined)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

export function unmatchedTags(site: SiteConfig, refused: unknown, owned: boolean): HeadTags {
  if (refused) return { title: `Preview not available | ${site.name}`, noindex: true };
  return owned ? { title: site.name } : { title: `Page not found | ${site.name}`, noindex: true };
}

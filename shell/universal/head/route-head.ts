import type { HeadArgs, RouteHandle, SiteConfig } from '@carry/contracts/shell';

interface Match {
  params: Record<string, string | undefined>;
  loaderData?: unknown;
  handle?: unknown;
}

/** The handle of the deepest matched route that describes its page, with what it wants to know; null when none does. */
export function pageHandle(
  matches: Match[],
  site: SiteConfig,
): { handle: RouteHandle; args: HeadArgs } | null {
  const match = matches.findLast(({ handle }) => (handle as RouteHandle | undefined)?.head);
  if (!match) return null;
  return {
    handle: match.handle as RouteHandle,
    args: { data: match.loaderData, params: match.params, site },
  };
}

/** Loader data with its promises settled; a rejected one is undefined. */
export async function settle(data: unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(
    async ([key, value]) => [key, await Promise.resolve(value).catch(() => undefined)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

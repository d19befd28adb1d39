import { z } from 'zod';
import { auditEntry, remoteName } from './release';

/** A path that a remote may claim, with all below it; `/` is itself only. `{name}` stands for a configured word. */
export const ownedPath = z
  .string()
  .max(200)
  .regex(/^(\/|(\/([a-z0-9][a-z0-9-]*|\{[a-zA-Z]+\}))+)$/, 'is no path such as /help');

/** The team of a remote: what it may claim, and what holds for all that it ships. */
export const owner = z.object({
  paths: z.array(ownedPath).min(1).max(200),
  /** Whom to ask. */
  contact: z.string().max(200).optional(),
  /** Gzip bytes that no route of the remote may exceed, whatever its own budgets say. */
  budget: z.number().int().positive().optional(),
});
export type Owner = z.infer<typeof owner>;

/** Who may ship what, by remote. No two may claim the same path, or one below the other's. */
export const owners = z.record(remoteName, owner).superRefine((all, context) => {
  if (Object.keys(all).length > 500) context.addIssue({ code: 'custom', message: 'there are more than 500 owners' });
  const claims = Object.entries(all).flatMap(([remote, { paths }]) => paths.map((path) => ({ remote, path })));
  for (const { remote, path } of claims) {
    const rival = claims.find((other) => other.remote !== remote && owns([other.path], path));
    if (rival) context.addIssue({ code: 'custom', message: `${[remote, rival.remote].sort().join(' and ')} cannot both have ${path}` });
  }
});
export type Owners = z.infer<typeof owners>;

/** What an installation is, as data: `<store>/site.json`, changed by compare-and-swap. Shell, release commands and gates read it. */
export const siteDocument = z.object({
  schema: z.literal(1),
  revision: z.number().int().nonnegative(),
  owners,
  /** The change that made this revision, so that a crash right after it loses no audit entry. */
  change: auditEntry.optional(),
});
export type SiteDocument = z.infer<typeof siteDocument>;

/** What the file of an installation says: a {@link SiteDocument} without its history. */
export const siteFile = siteDocument.omit({ revision: true, change: true });
export type SiteFile = z.infer<typeof siteFile>;

/** True when `path` (a route pattern) is one of the prefixes or lies below one; `/` covers itself only. */
export function owns(prefixes: readonly string[], path: string): boolean {
  return prefixes.some((prefix) => path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`)));
}

import { z } from 'zod';
import { origin, product } from './product';
import { auditEntry, remoteName, signature } from './release';
import { identity, publicKey } from './ship-identity';

export * from './product';
export { type Identity, identity, isIssuer, publicKey } from './ship-identity';

/** A path that a remote may claim, with all below it; `/` is itself only. `{name}` stands for a configured word. */
export const ownedPath = z
  .string()
  .max(200)
  .regex(/^(\/|(\/([a-z0-9][a-z0-9-]*|\{[a-zA-Z]+\}))+)$/, 'is not a path such as /help');

/** Servers that the pages of one remote may call. */
export const connectOrigins = z.array(origin).max(20);

/** The team of a remote: what it may claim, and what holds for all that it ships. */
export const owner = z.object({
  paths: z.array(ownedPath).min(1).max(200),
  /** Whom to ask. */
  contact: z.string().max(200).optional(),
  /** Gzip bytes that no route of the remote may exceed, whatever its own budgets say. */
  budget: z.number().int().positive().optional(),
  /** Servers of its team that its pages may call, beside the API of the site. Only the operator gives them. */
  connect: connectOrigins.optional(),
  /** What its team signs with. A remote that has keys ships nothing unsigned. */
  keys: z.array(publicKey).max(20).optional(),
  /** Pipelines that need no key. */
  oidc: z.array(identity).max(10).optional(),
});
export type Owner = z.infer<typeof owner>;

/** Who may ship what, by remote. No two may claim the same path, or one below the other's. */
export const owners = z.record(remoteName, owner).superRefine((all, context) => {
  if (Object.keys(all).length > 500)
    context.addIssue({ code: 'custom', message: 'there are more than 500 owners' });
  const claims = Object.entries(all).flatMap(([remote, { paths }]) =>
    paths.map((path) => ({ remote, path })),
  );
  for (const { remote, path } of claims) {
    const rival = claims.find((other) => other.remote !== remote && owns([other.path], path));
    if (rival)
      context.addIssue({
        code: 'custom',
        message: `${[remote, rival.remote].sort().join(' and ')} cannot both have ${path}`,
      });
  }
});
export type Owners = z.infer<typeof owners>;

/** What the shell of an installation gives its remotes. */
export const served = z.object({
  /** The contracts that it serves, each with what changed from the one before it. */
  contracts: z
    .array(
      z.object({
        version: z.number().int().positive(),
        changes: z.array(z.string().max(500)).max(100),
      }),
    )
    .min(1)
    .max(20),
  /** The versions of the modules that are once on a page. */
  shared: z.record(z.string().max(100), z.string().max(100)),
  /** The names of react-router-dom that remotes may import. */
  routerNames: z.array(z.string().max(100)).max(500),
});
export type Served = z.infer<typeof served>;

/** What an installation is, as data: `<store>/site.json`, changed by compare-and-swap. Shell, release commands and gates read it. */
export const siteDocument = z.object({
  schema: z.literal(1),
  revision: z.number().int().nonnegative(),
  owners,
  ...product,
  /** Written when a shell is released; absent on installations that were made before it was. */
  serves: served.optional(),
  /** Keys of release servers: each signs what it was sent with a token of a pipeline that an owner names. */
  countersigners: z.array(publicKey).max(10).optional(),
  /** Keys of sites, which sign the verdicts on failing releases. */
  siteKeys: z.array(publicKey).max(50).optional(),
  /** Origin of the site as visitors see it. Signatures name it, so that none of another installation counts here. */
  origin: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).origin === url, 'is not an origin such as https://carry.example')
    .optional(),
  /** The change that made this revision, so that a crash right after it loses no audit entry. */
  change: auditEntry.optional(),
  /** By a key of an operator; a shell that knows their keys follows nothing else. */
  signature: signature.optional(),
});
export type SiteDocument = z.infer<typeof siteDocument>;

/** What the file of an installation says: a {@link SiteDocument} without its history. */
export const siteFile = siteDocument.omit({
  revision: true,
  serves: true,
  countersigners: true,
  siteKeys: true,
  origin: true,
  change: true,
  signature: true,
});
export type SiteFile = z.infer<typeof siteFile>;

/** True when `path` (a route pattern) is one of the prefixes or lies below one; `/` covers itself only. */
export function owns(prefixes: readonly string[], path: string): boolean {
  return prefixes.some(
    (prefix) => path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`)),
  );
}

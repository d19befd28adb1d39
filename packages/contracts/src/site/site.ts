import { z } from 'zod';
import { origin, product } from './product';
import { auditEntry, remoteName, signature } from './release';
import { identity, issuer, publicKey } from './ship-identity';

export * from './product';
export { type Identity, identity, isIssuer, publicKey } from './ship-identity';

/** Path prefix that a remote may claim; `/` covers only itself. `{name}` is a configured word. */
export const ownedPath = z
  .string()
  .max(200)
  .regex(/^(\/|(\/([a-z0-9][a-z0-9-]*|\{[a-zA-Z]+\}))+)$/, 'is not a path such as /help');

export const connectOrigins = z.array(origin).max(20);

const frameOrigins = z.array(origin).max(20);

/** Time in which rollouts neither start nor rise. */
export const freezeWindow = z
  .object({ from: z.iso.datetime(), until: z.iso.datetime(), why: z.string().max(500) })
  .refine(({ from, until }) => Date.parse(until) > Date.parse(from), 'ends before it begins');
export type FreezeWindow = z.infer<typeof freezeWindow>;
const freezes = z.array(freezeWindow).max(20).optional();

/** Place in the audit log: a time, and the revisions of the live and the site document, which no clock changes. */
const auditPosition = z.object({
  at: z.iso.datetime(),
  live: z.number().int().nonnegative(),
  site: z.number().int().nonnegative(),
});
export type AuditPosition = z.infer<typeof auditPosition>;

/** A key that a routine rotation replaced. It verifies earlier audit entries, and nothing else. */
const formerKey = z.object({
  key: publicKey,
  of: z.union([remoteName, z.enum(['siteKeys', 'countersigners'])]),
  until: auditPosition,
});
export type FormerKey = z.infer<typeof formerKey>;

/** An issuer of a team's pipelines that was removed. A release server's signature for it is valid in earlier audit entries only. */
const formerIssuer = z.object({ issuer, of: remoteName, until: auditPosition });

/** An issuer of which a pipeline was removed as compromised. Releases signed for it under an earlier revision of this document stay refused. */
const distrustedIssuer = z.object({
  issuer,
  of: remoteName,
  site: z.number().int().nonnegative(),
});

const auditRules = z.object({
  /** Earlier entries may lack a signature. Missing: all entries may. */
  signedSince: auditPosition.optional(),
  formerKeys: z.array(formerKey).max(500).optional(),
  formerIssuers: z.array(formerIssuer).max(500).optional(),
  distrustedIssuers: z.array(distrustedIssuer).max(500).optional(),
  /** Signatures of earlier entries do not include the site's origin. */
  boundSince: auditPosition.optional(),
});

export const owner = z.object({
  paths: z.array(ownedPath).min(1).max(200),
  contact: z.string().max(200).optional(),
  /** Gzip limit in bytes for every route of the remote, above its own budgets. */
  budget: z.number().int().positive().optional(),
  /** Servers that the team's pages may call in addition to the site's API. Set by the operator. */
  connect: connectOrigins.optional(),
  /** Servers whose pages the team's pages may show in frames. Set by the operator. */
  frames: frameOrigins.optional(),
  /** Signing keys of the team. A remote with keys rejects unsigned releases. */
  keys: z.array(publicKey).max(20).optional(),
  oidc: z.array(identity).max(10).optional(),
  /** Freeze windows of the remote. Set by the operator. */
  freezes,
});
export type Owner = z.infer<typeof owner>;

/** Owners by remote. Two remotes may not claim the same or nested paths. */
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

export const served = z.object({
  contracts: z
    .array(
      z.object({
        version: z.number().int().positive(),
        changes: z.array(z.string().max(500)).max(100),
      }),
    )
    .min(1)
    .max(20),
  shared: z.record(z.string().max(100), z.string().max(100)),
  /** Exports of react-router-dom that remotes may import. */
  routerNames: z.array(z.string().max(100)).max(500),
});
export type Served = z.infer<typeof served>;

/** Configuration of an installation: `<store>/site.json`, updated by compare-and-swap. Read by the shell, release commands and gates. */
export const siteDocument = z.object({
  schema: z.literal(1),
  revision: z.number().int().nonnegative(),
  owners,
  ...product,
  /** Written at shell releases; absent on older installations. */
  serves: served.optional(),
  countersigners: z.array(publicKey).max(10).optional(),
  siteKeys: z.array(publicKey).max(50).optional(),
  audit: auditRules.optional(),
  freezes,
  /** Public origin of the site. Signatures include it, which prevents replay on another installation. */
  origin: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).origin === url, 'is not an origin such as https://carry.example')
    .optional(),
  change: auditEntry.optional(),
  /** Operator's signature. A shell with operator keys rejects unsigned documents. */
  signature: signature.optional(),
});
export type SiteDocument = z.infer<typeof siteDocument>;

/** Installation file: a {@link SiteDocument} without history. */
export const siteFile = siteDocument.omit({
  revision: true,
  serves: true,
  countersigners: true,
  siteKeys: true,
  audit: true,
  freezes: true,
  origin: true,
  change: true,
  signature: true,
});
export type SiteFile = z.infer<typeof siteFile>;

/** True if `path` (a route pattern) equals a prefix or is below one; `/` covers only itself. */
export function owns(prefixes: readonly string[], path: string): boolean {
  return prefixes.some(
    (prefix) => path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`)),
  );
}

import { z } from 'zod';

export { ASSETS_PLACEHOLDER } from './assets';

const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);
const file = z
  .string()
  .regex(/^(web|server)\/[\w.\-/]+$/)
  .refine((path) => !path.includes('..'));
export const remoteName = z.string().regex(/^mf-[a-z][a-z0-9-]{0,30}$/);
export const releaseVersion = z.string().regex(/^\d+\.\d+\.\d+-[a-f0-9]{12}$/);
/** A preview's name, such as `pr-42`. */
export const channelName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/);
const instant = z.iso.datetime();

/** Who signed a document, by the id of an Ed25519 key, and the signature of its canonical form in base64. */
export const signature = z.object({
  key: z.string().regex(/^[a-f0-9]{16}$/),
  value: z.string().max(200),
  /** Of a release server: for whom it signed, by the token of a pipeline. */
  by: z.object({ issuer: z.string().max(200), subject: z.string().max(255) }).optional(),
});
export type Signature = z.infer<typeof signature>;

/** What the bundler's module graph says of a build. */
const buildFacts = z.object({
  /** Names that it takes of each shared module; `*` where a module takes it whole, so that its names cannot be known. */
  imports: z.record(z.string(), z.array(z.string())),
  /** Packages of `node_modules` whose code is in its files. */
  packages: z.array(z.string()),
});
export type BuildFacts = z.infer<typeof buildFacts>;

/** A compressed form of a file. */
const compressed = z.object({ integrity, bytes: z.number().int() }).optional();

/** Names in the query that a page reads. */
export const queryNames = z.array(z.string().min(1).max(100)).max(50);

const words = z.string().trim().min(1).max(60);
/** An entry of the site's navigation; `icon` is a file of the release. */
export const menuEntry = z.object({ label: words, group: words.optional(), icon: file.optional() });
/** Paths that search engines are told of. */
export const sitemapPaths = z
  .array(
    z
      .string()
      .max(500)
      .regex(/^\/(?!\/)[^\s?#<>&"'\\:*{}]*$/),
  )
  .max(1000);

const route = z.object({
  id: z.string(),
  path: z.string().startsWith('/'),
  files: z.array(file),
  /** Absent where the route does not say what it reads: it may be anything. */
  query: queryNames.optional(),
  menu: menuEntry.optional(),
  sitemap: sitemapPaths.optional(),
});

/** The record of one immutable release: `<store>/<name>/<version>/release.json`. Paths are relative to that folder. */
export const releaseRecord = z.object({
  schema: z.literal(1),
  name: remoteName,
  version: releaseVersion,
  contractVersion: z.number().int().positive(),
  commit: z.string(),
  createdAt: instant,
  /** The federation container and the files of the one exposed module. */
  entry: file,
  expose: z.array(file),
  server: file,
  /** Full route patterns with the web files that each needs beyond `entry` and `expose`. */
  routes: z.array(route).min(1),
  /** Version ranges of the shared modules that the remote expects from the shell. */
  shared: z.record(z.string(), z.string()),
  /** What its pages need of the policy, read off its scripts. */
  needs: z.object({ workers: z.boolean(), wasm: z.boolean() }).optional(),
  /** Of both its builds. */
  facts: buildFacts,
  files: z.record(
    file,
    z.object({ integrity, bytes: z.number().int(), gzip: compressed, brotli: compressed }),
  ),
  /** By a key of the remote's team; a site that knows keys serves nothing without. */
  signature: signature.optional(),
});
export type ReleaseRecord = z.infer<typeof releaseRecord>;

/** What may change a pointer or who owns a path; `rolled-back` and `quarantine` are the shell's, `lift`, `retire`, `own`, `disown`, `countersign`, `frame` and `serve` only a person's. */
export const auditActions = [
  'publish',
  'promote',
  'rollback',
  'canary',
  'canary-aborted',
  'rolled-back',
  'quarantine',
  'lift',
  'lock',
  'unlock',
  'preview',
  'preview-end',
  'retire',
  'own',
  'disown',
  'rotate-key',
  'countersign',
  'site-keys',
  'sign',
  'product',
  'serve',
] as const;

/** One change of a pointer: who moved what from where to where, and why. */
export const auditEntry = z.object({
  at: instant,
  who: z.string(),
  action: z.enum(auditActions),
  /** `site`: the whole site. */
  remote: z.union([remoteName, z.literal('site')]),
  from: releaseVersion.nullable(),
  to: releaseVersion.nullable(),
  why: z.string(),
  /** Share of visitors in percent, for canaries. */
  percent: z.number().int().min(0).max(100).optional(),
  channel: channelName.optional(),
  /** What was given to the remote or taken from it; none: all that it had. */
  paths: z.array(z.string()).optional(),
  /** Revision of the live document that the change made; previews and owners have none. */
  revision: z.number().int().optional(),
  /** Revision of the site document that the change made. */
  site: z.number().int().optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** How many releases a pointer remembers in each direction. */
export const MAX_HISTORY = 10;
/** How many verdicts a pointer holds. */
export const MAX_QUARANTINE = 100;

const verdict = z.object({ who: z.string(), at: instant, why: z.string() });

/** A verdict on a failing release. On a signed remote it counts only with the signature of a site, its team or an operator. */
const signedVerdict = verdict.extend({
  /** Revision of the live document that the verdict made: an order of a later revision ends it, unless it repeats it. */
  revision: z.number().int().positive().optional(),
  signature: signature.optional(),
});
export type Verdict = z.infer<typeof signedVerdict>;

/** What a person decided about one remote, signed with its name: the pointer says no other thing, but for what the shell may do by itself. */
const order = z.object({
  /** Of the live document that the decision made. */
  revision: z.number().int().positive(),
  version: releaseVersion,
  /** Where the shell may fall back to. */
  before: releaseVersion.nullable(),
  canary: z
    .object({ version: releaseVersion, percent: z.number().int().min(0).max(100) })
    .nullable(),
  /** The lock while it holds. */
  lock: verdict.optional(),
  /** A site went back by itself before, and the order did not decide about that. */
  rolledBack: z.boolean().optional(),
  /** The verdicts in force when the order was signed. */
  quarantine: z.record(releaseVersion, verdict).optional(),
  signature,
});
export type Order = z.infer<typeof order>;

/** What is live of one remote. */
export const livePointer = z.object({
  version: releaseVersion,
  /** What was live before, newest first: where a rollback goes. */
  history: z.array(releaseVersion).max(MAX_HISTORY).default([]),
  /** What rollbacks have left, nearest first: `rollback --to-latest` returns to the last of them. */
  ahead: z.array(releaseVersion).max(MAX_HISTORY).optional(),
  /** Releases found failing, by version. Nobody is served one, whatever names it, until a person lifts the verdict. */
  quarantine: z.record(releaseVersion, signedVerdict).optional(),
  /** The shell went back by itself and no person has decided since: it does not go back again. */
  rolledBack: z.boolean().optional(),
  /** A release for a share of the visitors. `takenBack`: the shell found it failing and set the share to 0. */
  canary: z
    .object({
      version: releaseVersion,
      percent: z.number().int().min(0).max(100),
      takenBack: z.boolean(),
    })
    .optional(),
  /** While set, nothing of this remote goes live. */
  lock: verdict.optional(),
  /** Of a site that knows keys. */
  order: order.optional(),
});
export type LivePointer = z.infer<typeof livePointer>;

/** Signed proof that a remote was retired, with the remote's name. */
const tombstone = z.object({ revision: z.number().int().positive(), signature });
export type Tombstone = z.infer<typeof tombstone>;

/** What is live: `<store>/live.json`, changed by compare-and-swap on `revision`. */
export const liveDocument = z.object({
  revision: z.number().int().nonnegative(),
  remotes: z.record(remoteName, livePointer),
  /** Tombstones of retired remotes on a site that knows keys: without one a missing remote stays on the site. */
  retired: z.record(remoteName, tombstone).optional(),
  /** The change that made this revision, so that a crash right after it loses no audit entry. */
  change: auditEntry.optional(),
});
export type LiveDocument = z.infer<typeof liveDocument>;

/** The previews of one channel: `<store>/previews/<channel>.json`, changed by compare-and-swap on `revision`. */
export const previewDocument = z.object({
  /** So that no two states of a channel are the same, and an old change matches none of them. */
  revision: z.number().int().nonnegative().default(0),
  remotes: z.record(
    remoteName,
    z.object({ version: releaseVersion, expires: instant, signature: signature.optional() }),
  ),
  /** The change that made this revision, so that a crash right after it loses no audit entry. */
  change: auditEntry.optional(),
});
export type PreviewDocument = z.infer<typeof previewDocument>;

/** What a remote's build leaves for the registry beside its files: `dist/build.json`. */
export const buildManifest = z.object({
  name: remoteName,
  version: z.string(),
  entry: z.string(),
  expose: z.array(z.string()),
  /** Web files of each `route-<id>` chunk group. */
  routes: z.record(z.string(), z.array(z.string())),
  shared: z.record(z.string(), z.string()),
  /** Gzip bytes that a route of this remote may load of it, by chunk id; `*` for all others. From `budgets` of its package.json. */
  budgets: z.record(z.string(), z.number().int().positive()),
  /** Of what browsers get, and of the server bundle. A build without them is refused. */
  facts: z.object({ web: buildFacts, server: buildFacts }),
});
export type BuildManifest = z.infer<typeof buildManifest>;

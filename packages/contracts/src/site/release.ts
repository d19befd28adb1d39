import { z } from 'zod';

export * from './assets';

const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);
const file = z
  .string()
  .regex(/^(web|server)\/[\w.\-/]+$/)
  .refine((path) => !path.includes('..'));
export const remoteName = z.string().regex(/^mf-[a-z][a-z0-9-]{0,30}$/);
export const releaseVersion = z.string().regex(/^\d+\.\d+\.\d+-[a-f0-9]{12}$/);
export const channelName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/);
const instant = z.iso.datetime();

/** Ed25519 key id and the base64 signature of the document's canonical form. */
export const signature = z.object({
  key: z.string().regex(/^[a-f0-9]{16}$/),
  value: z.string().max(200),
  /** Set by release servers: the pipeline whose token authorized the signature. */
  by: z
    .object({
      issuer: z.string().max(200),
      subject: z.string().max(255),
      /** On release records: revision of the site document whose owners authorized it. Older release servers wrote none. */
      site: z.number().int().nonnegative().optional(),
    })
    .optional(),
});
export type Signature = z.infer<typeof signature>;

const buildFacts = z.object({
  /** Imported names by shared module; `*` for namespace imports. */
  imports: z.record(z.string(), z.array(z.string())),
  packages: z.array(z.string()),
});
export type BuildFacts = z.infer<typeof buildFacts>;

const builtFacts = buildFacts.extend({
  /** Places (`file:line`) that import each bundled package, from its importer to the remote's own file; absent in builds of older kits. */
  importers: z.record(z.string(), z.array(z.string())).optional(),
});

const compressed = z.object({ integrity, bytes: z.number().int() }).optional();

export const queryNames = z.array(z.string().min(1).max(100)).max(50);

const words = z.string().trim().min(1).max(60);
/** Navigation entry; `icon` is a file of the release. */
export const menuEntry = z.object({ label: words, group: words.optional(), icon: file.optional() });
export const sitemapPaths = z
  .array(
    z
      .string()
      .max(500)
      .regex(/^\/(?!\/)[^\s?#<>&"'\\:*{}]*$/),
  )
  .max(1000);

export const flagName = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/);
const MAX_FLAGS = 20;
export const flagDeclarations = z
  .record(flagName, z.object({ default: z.boolean(), does: z.string().trim().min(1).max(200) }))
  .refine((flags) => Object.keys(flags).length <= MAX_FLAGS, `more than ${MAX_FLAGS} flags`);

export const slotName = z.string().regex(/^[a-z][a-z0-9-]{0,40}$/);
const MAX_SLOTS = 20;
/** Slots of other remotes that a release shows: `remote.slot`. */
export const consumedSlots = z
  .array(z.string().regex(/^mf-[a-z][a-z0-9-]{0,30}\.[a-z][a-z0-9-]{0,40}$/))
  .max(MAX_SLOTS);

const route = z.object({
  id: z.string(),
  path: z.string().startsWith('/'),
  files: z.array(file),
  /** Absent: the route may read any parameter. */
  query: queryNames.optional(),
  menu: menuEntry.optional(),
  sitemap: sitemapPaths.optional(),
  /** It shows frames as soon as it opens. */
  frames: z.literal(true).optional(),
});

/** Additions to the content security policy of a remote's pages. */
export const policyNeeds = z.object({ workers: z.boolean(), wasm: z.boolean() });
export type PolicyNeeds = z.infer<typeof policyNeeds>;

/** Record of an immutable release: `<store>/<name>/<version>/release.json`. Paths are relative to that folder. */
export const releaseRecord = z.object({
  schema: z.literal(1),
  name: remoteName,
  version: releaseVersion,
  contractVersion: z.number().int().positive(),
  commit: z.string(),
  createdAt: instant,
  /** Federation container and files of the exposed module. */
  entry: file,
  expose: z.array(file),
  server: file,
  /** Full route patterns with their web files beyond `entry` and `expose`. */
  routes: z.array(route).min(1),
  /** Version ranges of the shared modules that the remote expects. */
  shared: z.record(z.string(), z.string()),
  needs: policyNeeds.optional(),
  flags: flagDeclarations.optional(),
  /** Parts that pages of other remotes may show, with their web files beyond `entry` and `expose`. */
  slots: z.record(slotName, z.object({ files: z.array(file) })).optional(),
  consumes: consumedSlots.optional(),
  facts: buildFacts,
  files: z.record(
    file,
    z.object({ integrity, bytes: z.number().int(), gzip: compressed, brotli: compressed }),
  ),
  /** Signature by a key of the remote's team; required on sites with keys. */
  signature: signature.optional(),
});
export type ReleaseRecord = z.infer<typeof releaseRecord>;

/** Claims of a live release that other releases must not clash with. */
export const liveClaims = releaseRecord.pick({ name: true, consumes: true }).extend({
  routes: z.array(route.pick({ path: true })),
  slots: z.record(slotName, z.object({}) as z.ZodType<object>).optional(),
});
export type LiveClaims = z.infer<typeof liveClaims>;

/** Audited actions. `rolled-back`, `quarantine`, `rollout-hold`, `rollout-waiting`, `rollout-finished` and `preview-note` come from the shell; `lift`, `retire`, `own`, `disown`, `countersign`, `frame` and `serve` require a person. */
export const auditActions = [
  'publish',
  'promote',
  'rollback',
  'canary',
  'canary-aborted',
  'rollout',
  'rollout-step',
  'rollout-pause',
  'rollout-resume',
  'rollout-abort',
  'rollout-hold',
  'rollout-waiting',
  'rollout-finished',
  'rolled-back',
  'quarantine',
  'lift',
  'lock',
  'unlock',
  'flag',
  'preview',
  'preview-end',
  'preview-note',
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

export const MAX_NOTE = 500;

/** Place of a reviewer's note. The text of the note is the entry's `why`. */
export const notePlace = z.object({
  /** Idempotency key of the note. */
  id: z
    .string()
    .regex(/^[a-f0-9]{32}$/)
    .optional(),
  page: z.string().max(300).startsWith('/'),
  /** CSS path of the element; absent: the whole page. */
  element: z.string().max(400).optional(),
  excerpt: z.string().max(120).optional(),
  /** Picture of the page beside the release, as its gates saw it. */
  picture: z
    .string()
    .regex(/^[a-f0-9]{16}\.webp$/)
    .optional(),
  /** Size of the window in CSS pixels. */
  viewport: z.object({
    width: z.number().int().min(0).max(20_000),
    height: z.number().int().min(0).max(20_000),
  }),
  theme: z.enum(['light', 'dark']).optional(),
});
export type NotePlace = z.infer<typeof notePlace>;

const settingChange = z.object({
  name: z.string(),
  added: z.array(z.string()).optional(),
  removed: z.array(z.string()).optional(),
});
export type SettingChange = z.infer<typeof settingChange>;

export const auditEntry = z.object({
  at: instant,
  who: z.string(),
  action: z.enum(auditActions),
  remote: z.union([remoteName, z.literal('site')]),
  from: releaseVersion.nullable(),
  to: releaseVersion.nullable(),
  why: z.string(),
  percent: z.number().int().min(0).max(100).optional(),
  channel: channelName.optional(),
  /** Feature flag, on for `percent` of the visitors; without it, back at its default. */
  flag: flagName.optional(),
  /** Paths added or removed; absent: all. */
  paths: z.array(z.string()).optional(),
  /** Changed settings of an owner or of the site; older versions wrote none. */
  settings: z.array(settingChange).optional(),
  /** Resulting revision of the live document; absent for previews and owners. */
  revision: z.number().int().optional(),
  /** Revision of the live document that a site saw when it held or announced a rollout; older sites lack it. */
  liveRevision: z.number().int().optional(),
  /** Resulting revision of the site document. */
  site: z.number().int().optional(),
  /** Notes of reviewers only. */
  note: notePlace.optional(),
  /** Signature of the author, or of the site that took a note. Signed remotes require it of notes. */
  signature: signature.optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** `unverified`: not signed by a key that may make the change. `unsigned`: without any signature, and dated before the site's entries were signed. */
export type ReadEntry = AuditEntry & {
  unverified?: true | undefined;
  unsigned?: true | undefined;
};

export const MAX_HISTORY = 10;
export const MAX_QUARANTINE = 100;

const decision = z.object({ who: z.string(), at: instant, why: z.string() });

/** Decision on a failing release. On signed remotes it requires a signature of a site, its team or an operator. */
const quarantineDecision = decision.extend({
  /** Revision of the live document that added the decision. A later order lifts it unless it repeats it. */
  revision: z.number().int().positive().optional(),
  signature: signature.optional(),
});
export type Decision = z.infer<typeof quarantineDecision>;

const percent = z.number().int().min(0).max(100);

const flagShares = z.record(flagName, percent).optional();

/** Shares of the visitors, each kept for a least time and a least number of page views. */
export const rolloutPlan = z.object({
  steps: z
    .array(
      z.object({
        percent: percent.min(1),
        minutes: z.number().int().min(0).max(10_080),
        /** Page views of the canary, one per network and hour. */
        views: z.number().int().min(0).max(1_000_000),
      }),
    )
    .min(1)
    .max(10),
  approve: z.boolean().optional(),
});
export type RolloutPlan = z.infer<typeof rolloutPlan>;

const orderedRollout = rolloutPlan.extend({
  /** Index of the step, from 0. */
  step: z.number().int().min(0).max(9),
  paused: z.boolean().optional(),
});

/** A canary that sites raise step by step. Sites sign each step beyond the ordered one. */
const rollout = orderedRollout.extend({
  /** Revision of the live document in which a site raised the step. */
  revision: z.number().int().positive().optional(),
  signature: signature.optional(),
});
export type Rollout = z.infer<typeof rollout>;

/** Signed decision about one remote. The pointer must match it, except for automatic rollbacks. */
const order = z.object({
  revision: z.number().int().positive(),
  version: releaseVersion,
  /** Target of an automatic rollback. */
  before: releaseVersion.nullable(),
  canary: z
    .object({ version: releaseVersion, percent, rollout: orderedRollout.optional() })
    .nullable(),
  lock: decision.optional(),
  flags: flagShares,
  /** An earlier automatic rollback is still undecided. */
  rolledBack: z.boolean().optional(),
  /** Decisions in force at signing. */
  quarantine: z.record(releaseVersion, decision).optional(),
  signature,
});
export type Order = z.infer<typeof order>;

export const livePointer = z.object({
  version: releaseVersion,
  /** Previous releases, newest first; targets of a rollback. */
  history: z.array(releaseVersion).max(MAX_HISTORY).default([]),
  /** Releases that were rolled back from, nearest first; `rollback --to-latest` returns to the last. */
  ahead: z.array(releaseVersion).max(MAX_HISTORY).optional(),
  /** Quarantined releases by version. They are never served until a person lifts the quarantine. */
  quarantine: z.record(releaseVersion, quarantineDecision).optional(),
  /** An automatic rollback happened and is undecided, so the shell does not roll back again. */
  rolledBack: z.boolean().optional(),
  /** Canary release for a share of the visitors. `takenBack`: the shell aborted the canary (0 %). */
  canary: z
    .object({
      version: releaseVersion,
      percent,
      takenBack: z.boolean(),
      rollout: rollout.optional(),
    })
    .optional(),
  /** While set, no release of this remote goes live. */
  lock: decision.optional(),
  flags: flagShares,
  /** Required on sites with keys. */
  order: order.optional(),
});
export type LivePointer = z.infer<typeof livePointer>;

/** Signed tombstone of a retired remote, with its name. */
const tombstone = z.object({ revision: z.number().int().positive(), signature });
export type Tombstone = z.infer<typeof tombstone>;

/** Live releases: `<store>/live.json`, updated by compare-and-swap on `revision`. */
export const liveDocument = z.object({
  revision: z.number().int().nonnegative(),
  remotes: z.record(remoteName, livePointer),
  /** Tombstones of retired remotes. On sites with keys, a remote without one stays live. */
  retired: z.record(remoteName, tombstone).optional(),
  change: auditEntry.optional(),
});
export type LiveDocument = z.infer<typeof liveDocument>;

/** Previews of one channel: `<store>/previews/<channel>.json`, updated by compare-and-swap on `revision`. */
export const previewDocument = z.object({
  revision: z.number().int().nonnegative().default(0),
  remotes: z.record(
    remoteName,
    z.object({ version: releaseVersion, expires: instant, signature: signature.optional() }),
  ),
  change: auditEntry.optional(),
  /** Changes before `change`, oldest first. An audit entry outside both is not announced. */
  recent: z.array(auditEntry).optional(),
});
export type PreviewDocument = z.infer<typeof previewDocument>;

/** Build manifest of a remote: `dist/build.json`. */
export const buildManifest = z.object({
  name: remoteName,
  version: z.string(),
  entry: z.string(),
  expose: z.array(z.string()),
  /** Web files of each `route-<id>` chunk group. */
  routes: z.record(z.string(), z.array(z.string())),
  /** Web files of each `slot-<name>` chunk group; absent in builds of older kits. */
  slots: z.record(z.string(), z.array(z.string())).optional(),
  shared: z.record(z.string(), z.string()),
  /** Gzip budgets in bytes by chunk id, `slot-<name>` for slots; `*` for all others. From `budgets` of its package.json. */
  budgets: z.record(z.string(), z.number().int().positive()),
  facts: z.object({ web: builtFacts, server: builtFacts }),
  /** True if `carry-remote pack` made it from a build of another tool. */
  packed: z.boolean().optional(),
  /** JSON web tokens that anyone may see. From `carry.publicTokens` of its package.json. */
  publicTokens: z
    .array(z.string().regex(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/))
    .max(10)
    .optional(),
});
export type BuildManifest = z.infer<typeof buildManifest>;

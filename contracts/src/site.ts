import { z } from 'zod';
import { auditEntry, remoteName, signature } from './release';

/** A path that a remote may claim, with all below it; `/` is itself only. `{name}` stands for a configured word. */
export const ownedPath = z
  .string()
  .max(200)
  .regex(/^(\/|(\/([a-z0-9][a-z0-9-]*|\{[a-zA-Z]+\}))+)$/, 'is no path such as /help');

/** An Ed25519 key that signs releases: `ed25519:` and its 32 public bytes in base64. */
export const publicKey = z
  .string()
  .regex(/^ed25519:[A-Za-z0-9+/]{43}=$/, 'is no public key such as `releases key new` prints');

/** The team of a remote: what it may claim, and what holds for all that it ships. */
export const owner = z.object({
  paths: z.array(ownedPath).min(1).max(200),
  /** Whom to ask. */
  contact: z.string().max(200).optional(),
  /** Gzip bytes that no route of the remote may exceed, whatever its own budgets say. */
  budget: z.number().int().positive().optional(),
  /** What its team signs with. A remote that has keys ships nothing unsigned. */
  keys: z.array(publicKey).max(20).optional(),
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

const words = z.string().trim().min(1).max(200);

/** The name of a setting, or of a target to which the browser may be sent. */
const name = z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'is no name such as coachSlug');

const kinds = {
  text: { type: words.regex(/^.*$/), what: 'one line of text' },
  /** May stand in a path. */
  slug: {
    type: z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/),
    what: 'lower-case letters, digits and hyphens',
  },
  url: { type: z.url({ protocol: /^https?$/ }).max(500), what: 'an http(s) URL' },
} as const;

/** Why a value is none of its kind, or null. */
export const settingProblem = (kind: keyof typeof kinds, value: string): string | null =>
  kinds[kind].type.safeParse(value).success ? null : `must be ${kinds[kind].what}`;

/** A public setting of the product: every page and every remote may read it. */
export const setting = z
  .object({ kind: z.enum(['text', 'slug', 'url']), value: z.string().max(500) })
  .superRefine(({ kind, value }, context) => {
    const message = settingProblem(kind, value);
    if (message) context.addIssue({ code: 'custom', message: `'${value}' ${message}` });
  });
export type Settings = Record<string, z.infer<typeof setting>>;

/** Where a page may send the browser, by target: origins of third parties, over https. */
const redirects = z.record(
  name,
  z
    .array(
      z
        .string()
        .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, 'is no origin such as https://pay.example'),
    )
    .min(1)
    .max(20),
);

/** A page of the site, another site, or a setting such as `{discordInviteUrl}`. */
const address = z
  .string()
  .max(500)
  .regex(
    /^(\/(?!\/)[\w/-]*|https:\/\/\S+|\{[a-zA-Z]+\})$/,
    'is no path, https address or {setting}',
  );
const link = z.object({ label: words, url: address });
export type SiteLink = z.infer<typeof link>;

const sessionLink = z.object({
  label: words,
  path: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)[\w/-]*$/, 'is no path such as /login'),
  /** Stands in the header on small screens, too; others are in its menu there. */
  always: z.boolean().optional(),
  /** Drawn as the one to take. */
  strong: z.boolean().optional(),
  /** Loads the page anew. */
  reload: z.boolean().optional(),
  /** Only for people whose profile says yes to this, such as `is_coach`. */
  onlyIf: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
});
export type SessionLink = z.infer<typeof sessionLink>;

const svgNumbers = (least: number, most: number) =>
  z.string().regex(new RegExp(`^[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]{${least},${most}}$`));

/** The mark of the product, drawn in the page: shapes and their colours, no markup. */
const logo = z.object({
  viewBox: z.string().regex(/^-?\d+ -?\d+ \d+ \d+$/),
  paths: z
    .array(
      z.object({
        d: svgNumbers(2, 2000),
        fill: z.string().regex(/^(currentColor|#[0-9a-f]{6})$/),
      }),
    )
    .min(1)
    .max(20),
});
export type Logo = z.infer<typeof logo>;

/** Words of the site's own parts around the pages. In a text, `{name}` is the name of the site. */
export const frame = z.object({
  logo: logo.optional(),
  /** A sentence below the name in the footer. */
  slogan: words.optional(),
  /** Links in the header, for everybody. */
  header: z.array(link).max(5).optional(),
  /** What the header has for visitors and for people who are signed in. */
  session: z
    .object({
      visitor: z.array(sessionLink).max(5),
      member: z.array(sessionLink).max(10),
      signOut: words,
    })
    .optional(),
  /** Links in the last line of the footer. */
  end: z.array(link).max(10).optional(),
  /** What is said of a page that says nothing of itself to search engines and unfurlers. */
  head: z
    .object({
      description: words,
      /** Where else the organization is. */
      sameAs: z.array(address).max(20).optional(),
      picture: z.object({ path: z.string().regex(/^\/(?!\/)[\w./-]+$/), alt: words }),
    })
    .optional(),
  /** The group of the navigation that has a selector in the header, with its label and what it says before a choice. */
  selector: z.object({ group: words, label: words, placeholder: words }).optional(),
  /** Ways out of the site, first in their groups of the footer. `{name}` stands for a setting, such as `{discordInviteUrl}`. */
  links: z
    .array(
      z.object({
        group: words,
        label: words,
        url: z
          .string()
          .max(500)
          .regex(/^(https:\/\/\S+|\{[a-zA-Z]+\})$/),
      }),
    )
    .max(50)
    .default([]),
});
export type SiteFrame = z.infer<typeof frame>;

/** What the product is, beside who may ship what. */
const product = {
  /** Its name. */
  name: words.optional(),
  settings: z.record(name, setting).optional(),
  redirects: redirects.optional(),
  frame: frame.prefault({}),
};
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
  change: true,
  signature: true,
});
export type SiteFile = z.infer<typeof siteFile>;
export type Product = Pick<SiteFile, keyof typeof product>;

/** True when `path` (a route pattern) is one of the prefixes or lies below one; `/` covers itself only. */
export function owns(prefixes: readonly string[], path: string): boolean {
  return prefixes.some(
    (prefix) => path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`)),
  );
}

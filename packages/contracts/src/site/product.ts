import { z } from 'zod';

const words = z.string().trim().min(1).max(200);

/** The name of a setting, or of a target to which the browser may be sent. */
const name = z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'is not a name such as coachSlug');

const variable = z.string().regex(/^[A-Z][A-Z0-9_]{2,60}$/);

const kinds = {
  text: { type: words.regex(/^.*$/), what: 'one line of text' },
  /** May stand in a path. */
  slug: {
    type: z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/),
    what: 'lower-case letters, digits and hyphens',
  },
  url: { type: z.url({ protocol: /^https?$/ }).max(500), what: 'an http(s) URL' },
} as const;

/** Why a value is not one of its kind, or null. */
export const settingProblem = (kind: keyof typeof kinds, value: string): string | null =>
  kinds[kind].type.safeParse(value).success ? null : `must be ${kinds[kind].what}`;

/** A public setting of the product: every page and every remote may read it. */
export const setting = z
  .object({
    kind: z.enum(['text', 'slug', 'url']),
    /** Absent: the environment of each site says it, or it has none. */
    value: z.string().max(500).optional(),
    /** A variable of the API that goes with it: where a site finds it, the setting has a value if it is this one, and none if it is another. */
    goesWith: z.object({ variable, value: words }).optional(),
  })
  .superRefine(({ kind, value }, context) => {
    const message = value === undefined ? null : settingProblem(kind, value);
    if (message) context.addIssue({ code: 'custom', message: `'${value}' ${message}` });
  });
export type Settings = Record<string, z.infer<typeof setting>>;

/** Origin of another server, over https. */
export const origin = z
  .string()
  .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, 'is not an origin such as https://pay.example');
const origins = z.array(origin).min(1).max(20);

/** Where a page may send the browser, by target: origins of third parties, over https. */
const redirects = z.record(name, origins);

/** What pages take from a third party: origins of its scripts, its frames, and its servers. */
const thirdParty = z.object({
  scripts: origins.optional(),
  frames: origins.optional(),
  calls: origins.optional(),
  /** The setting without which no page needs it, such as its key: while it has no value, nothing of this is let in. */
  setting: name.optional(),
});

const apiPath = z
  .string()
  .max(200)
  .regex(/^\/(?!\/)[\w./-]+$/, 'is not a path such as /api/me/');

/** The calls of the API that keep a visitor signed in. */
const sessionCalls = z.object({
  /** Answers who is signed in. */
  profile: apiPath,
  /** Takes `refresh`, answers new tokens. */
  renew: apiPath,
  /** Takes `refresh`, which counts no more. */
  revoke: apiPath.optional(),
});
export type SessionCalls = z.infer<typeof sessionCalls>;

const MAX_SAMPLES = 200;
/** What the API answers while a candidate is tried, by call. */
const samples = z
  .record(
    z.string().regex(/^(GET|POST|PATCH) \/\S{1,300}$/, 'is not a call such as GET /api/me/'),
    z.json(),
  )
  .refine((all) => Object.keys(all).length <= MAX_SAMPLES, `has more than ${MAX_SAMPLES} calls`);

/** A page of the site, another site, or a setting such as `{discordInviteUrl}`. */
const address = z
  .string()
  .max(500)
  .regex(
    /^(\/(?!\/)[\w/-]*|https:\/\/\S+|\{[a-zA-Z]+\})$/,
    'is not a path, https address or {setting}',
  );
const link = z.object({ label: words, url: address });
export type SiteLink = z.infer<typeof link>;

const sessionLink = z.object({
  label: words,
  path: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)[\w/-]*$/, 'is not a path such as /login'),
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

const headerLink = link
  .extend({
    /** The part of the label that stands for it on small screens, beside the drawing. */
    short: words.optional(),
    /** A stroked path on a 24 × 24 grid, drawn before the label on small screens. */
    icon: svgNumbers(2, 500).optional(),
  })
  .refine(({ label, short }) => !short || label.includes(short), 'short must be a part of label');
export type HeaderLink = z.infer<typeof headerLink>;

/** Words of the site's own parts around the pages. In a text, `{name}` is the name of the site. */
export const frame = z.object({
  logo: logo.optional(),
  /** A sentence below the name in the footer. */
  slogan: words.optional(),
  /** Links in the header, for everybody. */
  header: z.array(headerLink).max(5).optional(),
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
  /** The default description for search engines and link previews. */
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
export const product = {
  /** Its name. */
  name: words.optional(),
  settings: z.record(name, setting).optional(),
  redirects: redirects.optional(),
  thirdParties: z.record(name, thirdParty).optional(),
  session: sessionCalls.optional(),
  samples: samples.optional(),
  frame: frame.prefault({}),
};
export type Product = z.infer<z.ZodObject<typeof product>>;

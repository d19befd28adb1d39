import { z } from 'zod';
import { remoteName } from './release';

const words = z.string().trim().min(1).max(200);

const name = z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/, 'is not a name such as coachSlug');

const variable = z.string().regex(/^[A-Z][A-Z0-9_]{2,60}$/);

const kinds = {
  text: { type: words.regex(/^.*$/), what: 'one line of text' },
  slug: {
    type: z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/),
    what: 'lower-case letters, digits and hyphens',
  },
  url: { type: z.url({ protocol: /^https?$/ }).max(500), what: 'an http(s) URL' },
} as const;

export const settingProblem = (kind: keyof typeof kinds, value: string): string | null =>
  kinds[kind].type.safeParse(value).success ? null : `must be ${kinds[kind].what}`;

export const setting = z
  .object({
    kind: z.enum(['text', 'slug', 'url']),
    /** Absent: set by each site's environment, or unset. */
    value: z.string().max(500).optional(),
    /** Matching variable of the API. The setting has a value only if the API's variable equals `value`. */
    goesWith: z.object({ variable, value: words }).optional(),
  })
  .superRefine(({ kind, value }, context) => {
    const message = value === undefined ? null : settingProblem(kind, value);
    if (message) context.addIssue({ code: 'custom', message: `'${value}' ${message}` });
  });
export type Settings = Record<string, z.infer<typeof setting>>;

export const origin = z
  .string()
  .regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/, 'is not an origin such as https://pay.example');
const origins = z.array(origin).min(1).max(20);

const redirects = z.record(name, origins);

const thirdParty = z.object({
  scripts: origins.optional(),
  frames: origins.optional(),
  calls: origins.optional(),
  /** Remotes whose pages use it; default: all. Links from other pages to theirs load a document. */
  remotes: z.array(remoteName).min(1).max(20).optional(),
  /** Setting that enables it, such as its key; the policy blocks the third party while it is unset. */
  setting: name.optional(),
});

const apiPath = z
  .string()
  .max(200)
  .regex(/^\/(?!\/)[\w./-]+$/, 'is not a path such as /api/me/');

const sessionCalls = z.object({
  profile: apiPath,
  /** Exchanges `refresh` for new tokens. */
  renew: apiPath,
  revoke: apiPath.optional(),
});
export type SessionCalls = z.infer<typeof sessionCalls>;

const MAX_SAMPLES = 200;
const samples = z
  .record(
    z.string().regex(/^(GET|POST|PATCH) \/\S{1,300}$/, 'is not a call such as GET /api/me/'),
    z.json(),
  )
  .refine((all) => Object.keys(all).length <= MAX_SAMPLES, `has more than ${MAX_SAMPLES} calls`);

/** Path of this site, external URL, or setting such as `{discordInviteUrl}`. */
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
  /** Also shown in the header on small screens. */
  always: z.boolean().optional(),
  strong: z.boolean().optional(),
  reload: z.boolean().optional(),
  /** Shown only if this profile field is true, such as `is_coach`. */
  onlyIf: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
});
export type SessionLink = z.infer<typeof sessionLink>;

const svgNumbers = (min: number, max: number) =>
  z.string().regex(new RegExp(`^[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]{${min},${max}}$`));

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
    /** Short label on small screens, next to the drawing. */
    short: words.optional(),
    /** Stroked path on a 24 × 24 grid, shown before the label on small screens. */
    icon: svgNumbers(2, 500).optional(),
  })
  .refine(({ label, short }) => !short || label.includes(short), 'short must be a part of label');
export type HeaderLink = z.infer<typeof headerLink>;

/** Texts of the site's frame. `{name}` is the name of the site. */
export const frame = z.object({
  logo: logo.optional(),
  /** Line below the name in the footer. */
  slogan: words.optional(),
  header: z.array(headerLink).max(5).optional(),
  session: z
    .object({
      visitor: z.array(sessionLink).max(5),
      member: z.array(sessionLink).max(10),
      signOut: words,
    })
    .optional(),
  end: z.array(link).max(10).optional(),
  head: z
    .object({
      description: words,
      /** Other profiles of the organization. */
      sameAs: z.array(address).max(20).optional(),
      picture: z.object({ path: z.string().regex(/^\/(?!\/)[\w./-]+$/), alt: words }),
    })
    .optional(),
  /** Navigation group with a selector in the header, its label and placeholder. */
  selector: z.object({ group: words, label: words, placeholder: words }).optional(),
  /** External links, first in their footer groups. `{name}` is a setting, such as `{discordInviteUrl}`. */
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

export const product = {
  name: words.optional(),
  settings: z.record(name, setting).optional(),
  redirects: redirects.optional(),
  thirdParties: z.record(name, thirdParty).optional(),
  session: sessionCalls.optional(),
  samples: samples.optional(),
  frame: frame.prefault({}),
};
export type Product = z.infer<z.ZodObject<typeof product>>;

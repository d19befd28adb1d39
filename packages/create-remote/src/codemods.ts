import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Codemod {
  from: RegExp;
  to: string;
}

/** Rewrites for each contract version, from the version before it. Idempotent. */
const CODEMODS: Readonly<Record<number, readonly Codemod[]>> = {
  2: [
    {
      from: /\bsite\b(\??)\.(discordInviteUrl|creditUrl|coachSlug|coachContact)\b/g,
      to: 'site$1.settings.$2',
    },
    {
      from: /\bsite\b(\??)\.payment[?!]?\.publishableKey\b/g,
      to: 'site$1.settings.stripePublishableKey',
    },
    { from: /\bsite\b(\??)\.payment[?!]?\.origins\b/g, to: 'site$1.redirects.payment' },
    { from: /\bsite\b(\??)\.chatOrigins\b/g, to: 'site$1.redirects.chat' },
    // const { coachSlug } = useShell().site
    {
      from: /(\{\s*(?:(?:discordInviteUrl|creditUrl|coachSlug|coachContact)\b(?:\s*:\s*[\w$]+)?\s*,?\s*)+\}\s*=\s*[^;\n=]*?\bsite)(?!\s*\??\.)(?=\s*(?:;|\n|$))/g,
      to: '$1.settings',
    },
  ],
};

const ENTRY_POINTS: readonly Codemod[] = [
  { from: /(['"]@carry\/(?:remote-kit|contracts)\/own-answers)\/[a-z]+(?=['"])/g, to: '$1' },
];

/** Rewrites members of the contract and entry points that changed their place. Returns the new text. */
export const rewrite = (code: string): string =>
  [...Object.values(CODEMODS).flat(), ...ENTRY_POINTS].reduce(
    (text, { from, to }) => text.replaceAll(from, to),
    code,
  );

/** Returns the new texts of the sources that change, by their path in the folder; a repository that packs another build needs no `src`. */
export function rewriteSources(folder: string): Record<string, string> {
  const sources = path.join(folder, 'src');
  if (!existsSync(sources)) return {};
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[jt]sx?$/.test(file))
    .map((file) => path.join('src', file))
    .sort();
  return Object.fromEntries(
    files.flatMap((file) => {
      const code = readFileSync(path.join(folder, file), 'utf8');
      const rewritten = rewrite(code);
      return rewritten === code ? [] : [[file, rewritten]];
    }),
  );
}

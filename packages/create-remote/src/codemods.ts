import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Codemod {
  from: RegExp;
  to: string;
}

/** Rewrites for each contract version, from the version before it. Idempotent. */
const CODEMODS: Readonly<Record<number, readonly Codemod[]>> = {
  2: [
    {
      from: /\bsite\.(discordInviteUrl|creditUrl|coachSlug|coachContact)\b/g,
      to: 'site.settings.$1',
    },
    { from: /\bsite\.payment\??\.publishableKey\b/g, to: 'site.settings.stripePublishableKey' },
    { from: /\bsite\.payment\??\.origins\b/g, to: 'site.redirects.payment' },
    { from: /\bsite\.chatOrigins\b/g, to: 'site.redirects.chat' },
  ],
};

/** Rewrites the members of the contract that changed their place. Returns the new text. */
export const rewrite = (code: string): string =>
  Object.values(CODEMODS)
    .flat()
    .reduce((text, { from, to }) => text.replaceAll(from, to), code);

/** Rewrites the sources of a remote. Returns the changed files, relative to the folder. */
export function runCodemods(folder: string): string[] {
  const sources = readdirSync(path.join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  return sources
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join('src', file))
    .sort()
    .filter((file) => {
      const code = readFileSync(path.join(folder, file), 'utf8');
      const rewritten = rewrite(code);
      if (rewritten !== code) writeFileSync(path.join(folder, file), rewritten);
      return rewritten !== code;
    });
}

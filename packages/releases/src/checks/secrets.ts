import type { BuildManifest } from '@carry/contracts/release';
import { fileOfMap, findInSources, unpackMap } from '../artifacts/source-maps';
import { ReleaseRefused, refuseUnless } from '../errors/errors';

const MAX_PLACES = 3;
const WEB_TOKEN = 'a JSON web token';

const ESCAPED_BREAK = /\\+(?:[nrt]|x0[adAD]|u000[adAD])/.source; // JSON in a string has two backslashes
const QUOTE = /\\*["'`]/.source;
const JOINT = `${QUOTE}\\s*[+,]\\s*(?:[\\w$.]{1,40}\\s*[+,]\\s*)?${QUOTE}`;
const JOINED = `(?:${ESCAPED_BREAK}|\\\\?\\s|\\$\\{[^}-]{1,40}\\}|${JOINT}){0,200}`;

// names of variables and classes begin like a token, too, but have neither its length nor its digits and capitals
const WITH_DIGIT = '(?=[A-Za-z_-]{0,19}\\d)[\\w-]{20}';
const END = '(?![\\w-])';
/** 20 random characters, or a payload with its length and checksum. */
const GITLAB = `(?:${WITH_DIGIT}|(?=[\\w-]{0,18}[A-Z]{2})[\\w-]{20}${END}|[\\w-]{27,300}\\.(?:\\d\\d\\.)?\\d[0-9a-z]{8}${END})`;
/** 22 random characters and 8 of a checksum. */
const SUPABASE = `(?:${WITH_DIGIT}|(?=[\\w-]{0,30}\\d|[\\w-]{0,29}[A-Z]{2})[\\w-]{22}_[\\w-]{8}${END})`;

const secretMarks: Record<string, RegExp> = {
  'a payment key': /\b[sr]k_(?:live|test)_\w{8}/,
  'a webhook secret': /\bwhsec_\w{8}/,
  // with its data: libraries name the header alone
  'a private key': new RegExp(
    `-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----${JOINED}(?:(?:Proc-Type|Version|Comment):|(?:[A-Za-z0-9+]|\\\\*/){16})`,
  ),
  'a cloud access key': /\bAKIA[0-9A-Z]{16}\b/,
  'an access token': new RegExp(
    `\\b(?:gh[pousr]_\\w{30}|github_pat_[A-Za-z0-9]{22}_|npm_[A-Za-z0-9]{36}\\b|xox[abp]-[\\w-]{10}|glpat-${GITLAB}|sb_secret_${SUPABASE})`,
  ),
  [WEB_TOKEN]: /(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]/,
};

interface Secret {
  /** Such as `a payment key`. */
  what: string;
  /** Matches it in the sources, too. */
  pattern: RegExp;
}

/** Returns the first secret in a text; tokens that the team declares public are none. */
export function findSecret(text: string, publicTokens: readonly string[] = []): Secret | null {
  const allowed = publicTokens.map((token) => `(?!${token.replaceAll('.', '\\.')}(?![\\w-]))`);
  for (const [what, { source }] of Object.entries(secretMarks)) {
    const pattern = new RegExp(allowed.join('') + source);
    if (pattern.test(text)) return { what, pattern };
  }
  return null;
}

const ADMIN_CLAIM =
  /service_role|admin(?:istrator)?(?:"(?!\s*:\s*false)|[\s:,])|"(?:postgres|root|superuser)"/i;

const PERSONAL_CLAIM = /"(?:sub|email|session_id)"\s*:/;

/** Refuses a token whose claims give it all rights, or name a person. */
function checkPublicTokens(name: string, publicTokens: readonly string[]): void {
  for (const token of publicTokens) {
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    refuseUnless(
      !ADMIN_CLAIM.test(claims),
      `${name}: "carry.publicTokens" lists a token of an administrator (…${token.slice(-8)}), which is a secret; revoke it`,
    );
    refuseUnless(
      !PERSONAL_CLAIM.test(claims),
      `${name}: "carry.publicTokens" lists a token of one person (…${token.slice(-8)}); revoke it, and list the public one`,
    );
  }
}

type Maps = ReadonlyMap<string, Buffer>;

/** Yields the sources of one map after another. Throws for a map without a file, and for a malformed one. */
async function* readSources(maps: Maps, files: Maps): AsyncGenerator<[string, string]> {
  for (const [name, packed] of maps) {
    refuseUnless(
      files.has(fileOfMap(name)),
      `${name} is a source map without a file; build the remote again`,
    );
    const map = await unpackMap(name, packed).catch((cause: Error) => {
      throw new ReleaseRefused(`${name} is not a source map: ${cause.message}`, { cause });
    });
    yield [name, (map.sourcesContent ?? []).join('\n')];
  }
}

/** Refuses secrets in files and in the sources of their maps, because both are stored. Throws for a malformed map, too. */
export async function checkSecrets(
  { files, maps }: { files: Maps; maps: Maps },
  { name, publicTokens = [] }: Pick<BuildManifest, 'name' | 'publicTokens'>,
): Promise<void> {
  checkPublicTokens(name, publicTokens);
  const check = async (file: string, text: string) => {
    const secret = findSecret(text, publicTokens);
    if (!secret) return;
    const places = (await findInSources(maps, secret.pattern)).slice(0, MAX_PLACES);
    const where = places.length > 0 ? ` (${places.join(', ')})` : '';
    const wayOut =
      secret.what === WEB_TOKEN
        ? '; list a token that anyone may see in "carry": { "publicTokens": […] } of package.json'
        : '';
    throw new ReleaseRefused(
      `${file}: contains what looks like ${secret.what}${where}; remove it from the sources and revoke it${wayOut}`,
    );
  };
  for await (const [map, sources] of readSources(maps, files)) await check(map, sources);
  for (const [file, content] of files) await check(file, content.toString('latin1'));
}

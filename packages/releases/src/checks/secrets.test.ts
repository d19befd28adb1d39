import { describe, expect, it } from 'vitest';
import { checkSecrets, findSecret } from './secrets';

const createToken = (claims: object, signature = 'c2lnbmF0dXJl') =>
  [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(signature)
    .join('.');
const anon = createToken({ iss: 'supabase', role: 'anon' });

describe('findSecret', () => {
  it('finds a token unless it is declared public', () => {
    const code = `createClient(url, '${anon}')`;
    expect(findSecret(code)?.what).toBe('a JSON web token');
    expect(findSecret(code, [anon])).toBeNull();
  });

  it.each([createToken({ role: 'user' }), `${anon}x`])('finds another token, %s', (token) => {
    expect(findSecret(`a('${anon}','${token}')`, [anon])?.what).toBe('a JSON web token');
  });

  it.each([
    ['ghp', '_', 'a1'.repeat(18)],
    ['github', '_pat_', `${'a1'.repeat(11)}_${'a1'.repeat(29)}a`],
    ['glpat', '-', 'aB-_'.repeat(4).concat('abc1')],
    ['glpat', '-', 'abCDe-fgHij_klMnoPqr'],
    ['glpat', '-', `${'abCde-fgHij_'.repeat(3)}.0z1abcdef`],
    ['glpat', '-', `${'abCde-fgHij_'.repeat(3)}.01.0zabcdefg`],
    ['npm', '_', 'a1'.repeat(18)],
    ['sb', '_secret_', 'a1'.repeat(15)],
    ['sb', '_secret_', 'abCDe-fgHij_klMnoPqrst_uvWxYzab'],
    ['sb', '_secret_', 'abCde-fgHij_klMnoPqrst_uvWxYza1'],
  ])('finds an access token of %s', (begin, joint, rest) => {
    expect(findSecret(`'${begin}${joint}${rest}'`)?.what).toBe('an access token');
  });

  it.each([
    ['github', '_pat_of_the_account_of_the_team'],
    ['glpat', '-input-of-the-settings-page'],
    ['glpat', '-inputOfTheURLOfTheSettings'],
    ['glpat', '-fieldOfTheTeamPages'],
    ['glpat', '-fieldOfOneTeamsPages'],
    ['glpat', '-input-of-the-settings-page.is-active.container'],
    ['npm', '_config_registry_of_the_packages_of_a_team'],
    ['npm', `_${'a1'.repeat(19)}`],
    ['sb', '_secret_key_of_the_project_of_a_team'],
    ['sb', '_secret_keyOfTheProjectOfATeam'],
    ['sb', '_secret_key_of_the_project_one_of_teams'],
  ])('accepts a name that begins like an access token of %s: %s', (begin, rest) => {
    expect(findSecret(`'${begin}${rest}'`)).toBeNull();
  });

  it('accepts a key that anyone may see', () => {
    expect(findSecret(`'sb_${'publishable'}_${'a1'.repeat(15)}'`)).toBeNull();
  });

  it('finds a token whose header begins with its type', () => {
    const header = Buffer.from('{"typ":"JWT","alg":"HS256"}').toString('base64url');
    expect(findSecret(`'${header}.eyJyb2xlIjoiYSJ9.c2ln'`)?.what).toBe('a JSON web token');
  });

  it.each([
    "pem.indexOf('-----BEGIN PRIVATE KEY-----') !== 0",
    '"-----BEGIN PRIVATE KEY-----"+encodeBase64Something(key)',
    `\`-----BEGIN PRIVATE KEY-----\n\${encodeBase64Something(key)}\n-----END PRIVATE KEY-----\``,
    'r.push("-----BEGIN PGP PRIVATE KEY BLOCK-----\\n"),r.push(addCommentAndVersion(a))',
  ])('accepts a library that names the header of a key: %s', (code) => {
    expect(findSecret(code)).toBeNull();
  });

  const data = 'MIIEpAIBAAKCAQEA7';
  it.each([
    `\`-----BEGIN ${'RSA'} PRIVATE KEY-----\n${data}\``,
    `'-----BEGIN ${'EC'} PRIVATE KEY-----\\n${data}'`,
    `['-----BEGIN ${'EC'} PRIVATE KEY-----', '${data}']`,
    `\`-----BEGIN ${'RSA'} PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\``,
    // as Rspack writes an imported JSON file
    `JSON.parse('{"type":"service_account","private_key":"-----BEGIN ${''}PRIVATE KEY-----\\\\n${data}\\\\n"}')`,
    `"{\\"keys\\":[\\"-----BEGIN ${'EC'} PRIVATE KEY-----\\",\\"${data}\\"]}"`,
    `\`-----BEGIN ${'PGP'} PRIVATE KEY BLOCK-----\n\n${data}\``,
    `"-----BEGIN ${'PGP'} PRIVATE KEY BLOCK-----\\nVersion: GnuPG v2\\n\\n${data}"`,
    `"-----BEGIN ${'PGP'} PRIVATE KEY BLOCK-----\\nComment: of a team"`,
    `"-----BEGIN ${'EC'} PRIVATE KEY-----\\x0a${data}"`,
    `"-----BEGIN ${'EC'} PRIVATE KEY-----\\x0D\\x0A${data}"`,
    `"-----BEGIN ${'EC'} PRIVATE KEY-----\\u000a${data}"`,
    `\`-----BEGIN ${'EC'} PRIVATE KEY-----\${'\\n'}${data}\``,
    `\`-----BEGIN ${'EC'} PRIVATE KEY-----\${EOL}${data}\``,
    `"-----BEGIN ${'EC'} PRIVATE KEY-----" + "\\n" + "${data}"`,
    `"-----BEGIN ${'EC'} PRIVATE KEY-----" + EOL + "${data}"`,
    `"-----BEGIN ${'EC'} PRIVATE KEY-----\\\n${data}"`,
    `"-----BEGIN ${'EC'} PRIVATE KEY-----\\nMHcCAQEE\\/IBk8abcd"`,
  ])('finds the private key %s', (code) => {
    expect(findSecret(code)?.what).toBe('a private key');
  });
});

describe('checkSecrets', () => {
  const check = (code: string, publicTokens: string[] = []) => {
    const files = new Map([['web/a.0123456789.js', Buffer.from(code)]]);
    return checkSecrets({ files, maps: new Map() }, { name: 'mf-help', publicTokens });
  };

  it('accepts a declared token, and names the declaration otherwise', async () => {
    await expect(check(anon, [anon])).resolves.toBeUndefined();
    await expect(check(anon)).rejects.toThrow(/a JSON web token.*"publicTokens": \[…\]/);
  });

  it.each([
    ...['service_role', 'supabase_admin', 'postgres', 'admin', 'Admin'].map((role) => ({ role })),
    { roles: ['user', 'admin'] },
    { scope: 'read admin:write' },
    { isAdmin: true },
  ])('refuses to declare a token of an administrator, %j', async (claims) => {
    await expect(check('', [createToken(claims)])).rejects.toThrow(
      /mf-help: "carry\.publicTokens" lists a token of an administrator/,
    );
  });

  it.each([{ sub: '1' }, { email: 'kim@example.com' }, { session_id: 's' }])(
    'refuses to declare a token of a person, %j',
    async (claims) => {
      await expect(check('', [createToken(claims)])).rejects.toThrow(/a token of one person/);
    },
  );

  it('offers no declaration for a token of a code host', async () => {
    await expect(check(`'gh${'p_'}${'a'.repeat(36)}'`)).rejects.toThrow(/revoke it$/);
  });

  it.each([{ role: 'anon', iss: 'https://admin.example' }, { isAdmin: false }])(
    'accepts the claims %j',
    async (claims) => {
      await expect(check('', [createToken(claims)])).resolves.toBeUndefined();
    },
  );
});

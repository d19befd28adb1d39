// Commands of a pipeline's job, which share one token.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enter } from '../src/cli/pipeline';
import { rollback } from '../src/index';
import { Tokens } from '../src/service/tokens';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { withPass } from '../src/signing/pass';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust, type Trust } from '../src/signing/trust';
import { build, numbered, owners, release } from './build';
import { Issuer } from './issuer';
import { bench, operators, prepareService, startService } from './service-bench';

prepareService();
const AUDIENCE = 'https://releases.example';
const server = readSigningKey(newPrivateKey());

describe('job with one token', () => {
  let folder: string;
  let issuer: Issuer;
  let token: string;
  let trust: Trust;
  let url: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'carry-job-'));
    vi.stubEnv('TMPDIR', folder);
    issuer = await new Issuer().open();
    token = await issuer.token(AUDIENCE);
    vi.stubEnv('CARRY_OIDC_TOKEN', token);
    const oidc = [
      { issuer: issuer.url, audience: AUDIENCE, claims: { repository: 'carry/mf-booking' } },
    ];
    trust = deriveTrust(
      {
        owners: { ...owners, 'mf-booking': { ...owners['mf-booking'], oidc } },
        countersigners: [server.publicKey],
      },
      operators,
    );
    url = await startService({
      key: server,
      trust: () => trust,
      tokens: new Tokens(bench.behind, 0),
    });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    issuer.close();
    rmSync(folder, { recursive: true });
  });
  const open = async (log: (line: string) => void = () => {}) => {
    const { behind, key, pass } = await enter(url, token, log);
    return new SignedStore(behind, () => withPass(trust, pass), key);
  };
  const passFiles = () => readdirSync(folder).filter((name) => name.includes('pass'));

  test('opens the release server with each command', async () => {
    const { version } = await release(await open(), build());
    await release(await open(), numbered(2));
    const live = await rollback(await open(), 'mf-booking', { why: 'worse' });
    expect(live.remotes['mf-booking']?.version).toBe(version);
    const [file = '', ...more] = passFiles();
    expect(more).toEqual([]);
    expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
  });

  test('encrypts the stored key and pass', async () => {
    await open();
    const [file = ''] = passFiles();
    const content = readFileSync(path.join(folder, file), 'latin1');
    expect(content).not.toMatch(/PRIVATE KEY|privateKey|pass/);
    expect(file).not.toContain(token);
  });

  test('opens the release server with parallel commands', async () => {
    const opened = await Promise.all([open(), open(), open()]);
    expect(opened).toHaveLength(3);
    expect(passFiles()).toHaveLength(1);
  });

  test('goes on without a writable temporary folder', async () => {
    vi.stubEnv('TMPDIR', path.join(folder, 'missing'));
    const lines: string[] = [];
    await open((line) => lines.push(line));
    expect(lines).toEqual([
      expect.stringMatching(/cannot be stored .*; the next command needs a new token/),
    ]);
  });

  test('rejects the token on another machine', async () => {
    await open();
    vi.stubEnv('TMPDIR', mkdtempSync(path.join(folder, 'other-')));
    await expect(open()).rejects.toThrow(/token reuse rejected/);
  });

  test.each([59.5, 61])('uses no pass after %d minutes', async (minutes) => {
    await open();
    vi.setSystemTime(Date.now() + minutes * 60_000);
    await expect(open()).rejects.toThrow(
      /needs a minute of it; a token opens a release server for 60 minutes.*(reuse|has expired)/,
    );
    vi.useRealTimers();
  });
});

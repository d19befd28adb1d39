import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newPrivateKey } from '@carry/releases';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dev } from './dev';
import { readProject } from './project';
import { releases } from './releases';
import { build } from './run';

let folder: string;
let errors: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-wrong-'));
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const write = (text: string) => writeFileSync(path.join(folder, 'package.json'), text);
const project = (carry: object = {}) => {
  const addresses = { site: 'https://carry.example', releases: 'http://127.0.0.1:1' };
  write(JSON.stringify({ name: 'mf-help', carry: { ...addresses, ...carry } }));
  return readProject(folder);
};

describe('package.json', () => {
  test.each([
    [{ site: 'carry.example' }, '"site": "carry.example" } must be a URL such as https://carry.'],
    [{ releases: './store' }, '"releases": "./store" } must be a URL such as https://releases.'],
  ])('names the wrong address %j', (carry, message) => {
    expect(() => project(carry)).toThrow(message);
  });

  test('is named when it is not JSON', () => {
    write('{ "name": ');
    expect(() => readProject(folder)).toThrow(/package\.json is not valid JSON: /);
  });
});

describe('a repository that packs another build', () => {
  const packing = () =>
    project({ pack: { routes: [{ path: '/help', expose: './Help', title: 'Help' }] } });

  test('is sent to its own tool by build and dev', async () => {
    await expect(build(packing())).rejects.toThrow(
      /build with your own tool, then carry-remote pack/,
    );
    await expect(dev(packing(), {})).rejects.toThrow(
      /your own tool's development server, or 'carry-remote dev --site'/,
    );
  });
});

describe('publish', () => {
  async function publish(args: string[], env: Record<string, string> = {}) {
    vi.stubEnv('RELEASES_KEY', '');
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const status = await releases(project(), ['publish', 'mf-help', ...args]);
    return { status, message: errors.join('\n') };
  }

  test.each<[string, string[], Record<string, string>, RegExp]>([
    ['a missing key', [], {}, /set RELEASES_KEY .*'npx carry-remote releases key new' makes one/],
    ['a missing file', [], { RELEASES_KEY: 'no.pem' }, /with 'npx carry-remote releases key new/],
    ['a public key', [], { RELEASES_KEY: 'ed25519:AAAA' }, /RELEASES_KEY is a public key; set it/],
    ['a wrong address', ['--to', 'releases.example'], {}, /It must be a URL such as https/],
    ['a wrong variable', [], { CARRY_RELEASES: 'here' }, /CARRY_RELEASES is 'here'; it must be/],
    ['a wrong flag', ['--chanel', 'x'], {}, /see 'npx carry-remote releases publish --help'/],
  ])('explains %s', async (_, args, env, message) => {
    expect(await publish(args, env)).toEqual({
      status: 2,
      message: expect.stringMatching(message),
    });
  });

  test('explains a release server that is gone', async () => {
    expect(await publish([], { RELEASES_KEY: newPrivateKey() })).toEqual({
      status: 4,
      message: expect.stringMatching(/127\.0\.0\.1:1 cannot be reached \(.+\); check its address/),
    });
  });

  test('explains an address of another server', async () => {
    const other = createServer((_, response) => response.writeHead(404).end('nothing here'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { status, message } = await publish(['--to', url], { RELEASES_KEY: newPrivateKey() });
    other.close();
    expect([status, message]).toEqual([
      4,
      expect.stringContaining(`${url} answered with status 404, but not as a release server`),
    ]);
  });

  test('explains a folder instead of a release server', async () => {
    const { message } = await publish(['--store', folder], { RELEASES_KEY: newPrivateKey() });
    expect(message).toContain(`there is no remote 'mf-help': ${folder} has no remotes`);
  });
});

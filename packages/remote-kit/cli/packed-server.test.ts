import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DevServer, followBuild, freePort } from './dev-server';
import { startPackedServer } from './packed-server';
import { readProject } from './project';

const kit = path.join(import.meta.dirname, '..');
let folder: string;
let server: DevServer | undefined;

const write = (file: string, text: string) => {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
};
const writeBuild = (word: string) => {
  write(
    'dist/remoteEntry.js',
    `var guides;guides={init(){},get:async()=>()=>({default:()=>"${word}"})};`,
  );
  write('dist/page.css', '.page { color: red }');
};
const linkPackages = (from: string, into: string) => {
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(from).filter((name) => !name.startsWith('.')))
    symlinkSync(path.join(from, name), path.join(into, name));
};

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  folder = mkdtempSync(path.join(tmpdir(), 'carry-packed-server-'));
  const modules = path.join(folder, 'node_modules');
  linkPackages(path.join(kit, 'node_modules'), modules);
  rmSync(path.join(modules, '@carry'));
  linkPackages(path.join(kit, 'node_modules/@carry'), path.join(modules, '@carry'));
  symlinkSync(kit, path.join(modules, '@carry/remote-kit'));
  const pack = { routes: [{ path: '/guides', expose: './Guides', title: 'Guides' }] };
  write(
    'package.json',
    JSON.stringify({
      name: 'mf-guides',
      version: '1.0.0',
      budgets: { '*': 90_000 },
      carry: { pack },
    }),
  );
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('a server of a packed build', () => {
  it('rejects without a build', async () => {
    await expect(startPackedServer(readProject(folder), await freePort())).rejects.toThrow(
      'build your remote first',
    );
  });

  it('packs and announces each new build', { timeout: 60_000 }, async () => {
    writeBuild('aim');
    const project = readProject(folder);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const started = await startPackedServer(project, port);
    server = started;
    const readEntry = async () => (await fetch(`${origin}/${started.getEntry()}`)).text();
    const getBuild = await followBuild(project, origin, started);
    expect(await getBuild()).toEqual({
      routes: ['/guides'],
      needs: { workers: false, wasm: false },
      hasFrames: false,
    });
    const entry = await readEntry();
    expect(entry).toContain('default:()=>"aim"');
    const [, styles = '[]'] = /for \(const file of (\[.*?\])\)/.exec(entry) ?? [];
    expect(JSON.parse(styles)).toEqual(['page.css']);
    const style = await fetch(`${origin}/page.css`);
    expect(style.headers.get('content-type')).toBe('text/css');
    expect((await fetch(`${origin}/none.js`)).status).toBe(404);
    expect((await fetch(`${origin}/%E0%A4%A`)).status).toBe(400);

    const changes = await fetch(`${origin}/carry-changes`);
    const reader = changes.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(': open\n\n');
    const onBuilt = vi.fn();
    started.onBuilt(onBuilt);
    rmSync(path.join(folder, 'dist'), { recursive: true });
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled(), 5_000);
    expect(await readEntry()).toContain('default:()=>"aim"');
    writeBuild('spray');
    expect((await reader?.read())?.value).toBe('data: changed\n\n');
    expect(onBuilt).toHaveBeenCalledOnce();
    expect(await readEntry()).toContain('default:()=>"spray"');
  });
});

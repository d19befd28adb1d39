import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { type BuildManifest, devFilesOf } from '@carry/contracts/release';
import type { DevServer } from './dev-server';
import { withFolderLock } from './folder-lock';
import { pack, packedDist } from './pack';
import { listFiles } from './packing/container';
import { type Project, readProject } from './project';

/** Time between two looks at the build. A build is packed once it is the same in both. */
const LOOK_MS = 500;

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

interface Packed {
  entry: string;
  code: string;
  files: ReadonlyMap<string, Buffer>;
}

function readState({ folder, pack: declaration }: Project): string {
  const build = path.resolve(folder, declaration?.build ?? '');
  const inputs = ['package.json', declaration?.server ?? ''].map((file) => path.join(folder, file));
  const files = existsSync(build) ? listFiles(build).map((file) => path.join(build, file)) : [];
  return [...inputs, ...files]
    .map((file) => {
      const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');
}

/** Loads the stylesheets of the build, which the site links in a published release, and reloads the page after each build. */
const prelude = (name: string, origin: string, styles: readonly string[]) =>
  `for (const file of ${JSON.stringify(styles)}) document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: ${JSON.stringify(devFilesOf(name))} + file }));
new EventSource(${JSON.stringify(`${origin}/carry-changes`)}).onmessage = () => location.reload();
`;

function readFileName(url: string, origin: string): string | null {
  try {
    return decodeURIComponent(new URL(url, origin).pathname.slice(1));
  } catch {
    return null;
  }
}

async function packNow(project: Project, origin: string): Promise<Packed> {
  await withFolderLock(project, () => pack(project));
  const dist = packedDist(project);
  const manifest = JSON.parse(readFileSync(path.join(dist, 'build.json'), 'utf8')) as BuildManifest;
  const entry = manifest.entry.replace('web/', '');
  const web = path.join(dist, 'web');
  const files = new Map(
    listFiles(web).map((file) => [file, readFileSync(path.join(web, file))] as const),
  );
  const styles = [...files.keys()].filter((file) => file.endsWith('.css'));
  const text = `${prelude(project.name, origin, styles)}${files.get(entry)?.toString() ?? ''}`;
  return {
    entry,
    code: readFileSync(path.join(dist, 'server/remote.cjs'), 'utf8'),
    files: new Map([...files, [entry, Buffer.from(text)]]),
  };
}

/** Serves a build of another tool as `carry-remote pack` makes it, and packs each new build. Rejects if the first one cannot be packed. */
export async function startPackedServer(project: Project, port: number): Promise<DevServer> {
  const origin = `http://localhost:${port}`;
  const pages = new Set<ServerResponse>();
  const listeners = new Set<() => void>();
  let state = readState(project);
  let packed = await packNow(project, origin);
  let fail: (error: Error) => void = () => {};
  const ended = new Promise<Error>((resolve) => {
    fail = resolve;
  });
  const server = createServer(({ url = '/' }, response) => {
    const file = readFileName(url, origin);
    if (file === null) return void response.writeHead(400).end();
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    if (file === 'carry-changes') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      pages.add(response);
      response.once('close', () => pages.delete(response));
      return;
    }
    if (file === 'carry-build.json')
      return void response.end(
        JSON.stringify({ code: packed.code, files: [...packed.files.keys()] }),
      );
    const content = packed.files.get(file);
    const type = TYPES[path.extname(file)];
    if (type) response.setHeader('content-type', type);
    response.writeHead(content ? 200 : 404).end(content);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, 'localhost', resolve);
  });

  let seen = state;
  let isStopped = false;
  const look = async () => {
    const before = seen;
    seen = readState(project);
    if (seen === state || seen !== before) return; // it is the same, or its tool still writes
    state = seen;
    packed = await packNow(readProject(project.folder), origin);
    console.log(`packed the new build of ${project.name}`);
    for (const listener of listeners) listener();
    for (const page of pages) page.write('data: changed\n\n');
  };
  const watch = async () => {
    while (!isStopped) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      await look().catch(({ message }: Error) => {
        // a build that its tool still writes is packed again
        if (readState(project) === state) console.error(message);
      });
    }
  };
  void watch().catch(fail);
  return {
    ended,
    getEntry: () => packed.entry,
    onBuilt: (listener) => listeners.add(listener),
    async stop() {
      isStopped = true;
      server.close();
      server.closeAllConnections();
    },
  };
}

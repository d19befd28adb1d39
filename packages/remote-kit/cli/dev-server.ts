import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import type { PolicyNeeds } from '@carry/contracts/release';
import { declaredRoutes, inspectHere, readNeeds, renderRoutes } from '@carry/releases';
import type { Project } from './project';

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

type Folder = Pick<Project, 'folder' | 'name'>;

export interface DevServer {
  ended: Promise<Error>;
  getEntry(): string;
  onBuilt(listener: () => void): void;
  stop(): Promise<void>;
}

/** Starts the development server of a remote. Prints its errors. Resolves after its first build; rejects if the process ends before. */
export function startDevServer({ folder, name }: Folder, port: number): Promise<DevServer> {
  const program = path.join(import.meta.dirname, '../bundler/dev-server.mjs');
  const child = spawn(process.execPath, [program, name, String(port)], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'], // the server exits when the IPC channel closes
  });
  const ended = new Promise<Error>((resolve) => {
    const end = (why: string, cause?: Error) =>
      resolve(new Error(`the development server of ${name} ${why}`, { cause }));
    child.once('error', (cause) => end(`cannot be started in ${folder}: ${cause.message}`, cause));
    child.once('exit', (code, signal) =>
      end(`ended (${signal ?? `exit code ${code}`}); the reason is above`),
    );
  });
  const listeners = new Set<() => void>();
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (text.includes(`built ${name}`)) for (const listener of listeners) listener();
      if (text.includes(`ready ${name} `))
        resolve({
          ended,
          getEntry: () => 'remoteEntry.js',
          onBuilt: (listener) => listeners.add(listener),
          async stop() {
            child.kill();
            await ended;
          },
        });
      for (const line of text.split('\n').filter((line) => /error/i.test(line)))
        console.log(`${name}: ${line}`);
    });
    void ended.then(reject);
  });
}

export interface DevBuild {
  routes: string[];
  needs: PolicyNeeds;
  hasFrames: boolean;
}

async function readFileNeeds(origin: string, files: string[]): Promise<PolicyNeeds> {
  const texts = files.map(async (file) => {
    const text = file.endsWith('.js') ? await (await fetch(`${origin}/${file}`)).text() : '';
    return [`web/${file}`, text] as const;
  });
  return readNeeds(new Map(await Promise.all(texts)));
}

/** Returns a reader of the current build, which waits for a new one that is being read. Resolves with the first build that can be read; rejects if the server ends before. */
export async function followBuild(
  { name }: Folder,
  origin: string,
  devServer: DevServer,
): Promise<() => Promise<DevBuild>> {
  const read = async () => {
    const response = await fetch(`${origin}/carry-build.json`);
    if (!response.ok) throw new Error(`the build of ${name} failed`);
    const { code, files } = (await response.json()) as { code: string; files: string[] };
    const needs = await readFileNeeds(origin, files);
    const { facts } = await inspectHere(name, code);
    const hasFrames = facts.some(([, { frames }]) => frames) || code.includes('framesOnDemand'); // facts leave out frames on demand
    const current = { routes: declaredRoutes(name, code), needs, hasFrames };
    await renderRoutes(name, code).catch(({ message }: Error) => console.error(message));
    return current;
  };
  let build: DevBuild = { routes: [], needs: { workers: false, wasm: false }, hasFrames: false };
  let reading = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const update = async () => {
      try {
        build = await read();
        resolve();
      } catch (error) {
        console.error((error as Error).message);
      }
    };
    const queue = () => {
      reading = reading.then(update);
    };
    devServer.onBuilt(queue);
    void devServer.ended.then(reject);
    queue();
  });
  return async () => {
    await reading;
    return build;
  };
}

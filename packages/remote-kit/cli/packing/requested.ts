import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCopyInPacked } from '@carry/releases/checks';
import { type Container, listFiles, SCRIPT } from './container';
import { type Requests, readRequests } from './requests';

/** For tools only. The runtime of federation names it, but does not load it. */
const MANIFESTS = new Set(['mf-manifest.json', 'mf-stats.json']);

/** Returns the paths that a text of a script may have in the build: from the script's folder, or from the build's. */
const getPlaces = (text: string, script: string): string[] => {
  const [file = ''] = text.split(/[?#]/);
  return [path.posix.join(path.posix.dirname(script), file), path.posix.normalize(file)];
};

class Build {
  readonly folder: string;
  readonly files: Set<string>;
  private readonly read = new Map<string, Requests>();

  constructor(folder: string) {
    this.folder = folder;
    this.files = new Set(listFiles(folder));
  }

  getRequests(script: string): Requests {
    const cached = this.read.get(script);
    if (cached) return cached;
    try {
      const requests = readRequests(readFileSync(path.join(this.folder, script), 'utf8'));
      this.read.set(script, requests);
      return requests;
    } catch (cause) {
      throw new Error(`${script} cannot be read as JavaScript: ${(cause as Error).message}`, {
        cause,
      });
    }
  }

  find = (texts: Iterable<string>, script: string): string[] =>
    [...texts].flatMap((text) => getPlaces(text, script).filter((file) => this.files.has(file)));
}

/** Returns files and all that they lead to. */
function follow(start: readonly string[], next: (file: string) => string[]): Set<string> {
  const reached = new Set(start);
  for (const file of reached) for (const more of next(file)) reached.add(more);
  return reached;
}

/** Returns the worker's files that a script of the release starts through its bundler's runtime. */
function findWorkers(build: Build, script: string, runtimes: readonly Requests[]): string[] {
  return [...build.getRequests(script).workers].map((id) => {
    const names = runtimes.flatMap(({ nameChunk }) => nameChunk(id));
    const file = names.find((name) => build.files.has(name));
    if (file) return file;
    throw new Error(
      `${script} starts the worker ${names[0] ?? id}, which ${build.folder} lacks; build it again with fixed or hashed chunk names`,
    );
  });
}

/** Returns the files that a requested script requests: all its chunks, because nothing joins the scripts of a worker. */
function findParts(build: Build, script: string): string[] {
  if (!SCRIPT.test(script)) return [];
  const requests = build.getRequests(script);
  const chunks = [...requests.ids].flatMap((id) => requests.nameChunk(id));
  return [
    ...findWorkers(build, script, [requests]),
    ...build.find([...requests.texts, ...chunks], script),
  ];
}

function assertUsable({ folder }: Build, file: string): void {
  if (!SCRIPT.test(file)) return;
  if (!file.endsWith('.js'))
    throw new Error(
      `${file} is requested by its address; the site serves scripts as .js only, so let your build name it so`,
    );
  const copied = findCopyInPacked(readFileSync(path.join(folder, file), 'utf8'));
  if (copied)
    throw new Error(
      `${file}, which a worker loads, has a copy of ${copied}; workers get none from the site, so import it in your pages only`,
    );
}

/** Returns files that a container's scripts request by address and the adapter lacks, such as workers. Throws if the release could not have them. */
export function listRequested({ folder, entry, kind, scripts }: Container): string[] {
  const build = new Build(folder);
  const joined =
    kind === 'script'
      ? new Set([entry, ...scripts])
      : follow([entry], (script) =>
          build.find(build.getRequests(script).imports, script).filter((file) => SCRIPT.test(file)),
        );
  const runtimes = [...joined].map((script) => build.getRequests(script));
  const requested = [...joined].flatMap((script) => [
    ...findWorkers(build, script, runtimes),
    ...build.find(build.getRequests(script).texts, script).filter((file) => !joined.has(file)),
  ]);
  const files = [...follow(requested, (file) => findParts(build, file))]
    .filter((file) => file !== entry && !MANIFESTS.has(path.posix.basename(file)))
    .sort();
  for (const file of files) assertUsable(build, file);
  return files;
}

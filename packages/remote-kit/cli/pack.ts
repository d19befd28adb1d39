import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildManifest } from '@carry/contracts/release';
import { scopeTexts } from '../bundler/scope-styles';
import {
  CONTAINER,
  joinScripts,
  placeModule,
  routeIds,
  SERVER,
  writeAdapter,
} from './packing/adapter';
import { assertServerFiles, listAssets, listNotices } from './packing/assets';
import { type Container, readContainer } from './packing/container';
import type { PackDeclaration } from './packing/declaration';
import { openPackFolder, packFolder } from './packing/folder';
import { listRequested } from './packing/requested';
import type { Project } from './project';
import { build, RELEASE, rsbuild } from './run';

const ROUTER = 'react-router-dom';

/** Folder of the build that `publish` sends. */
export const packedDist = (project: Pick<Project, 'folder'>): string =>
  path.join(packFolder(project.folder), 'dist');

/** Makes a release of another tool's build: a remote whose pages load its container. The container's scripts become the remote's, to pin their hashes. */
export async function pack(project: Project): Promise<void> {
  const { name, folder, pack: declaration } = project;
  if (!declaration)
    throw new Error(
      `${path.join(folder, 'package.json')} has no "carry": { "pack": { "routes": […] } }; it declares the pages of your build`,
    );
  const container = readContainer(folder, declaration);
  const home = openPackFolder(folder);
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    writeFileSync(path.join(home, file), text);
  };
  for (const [file, text] of Object.entries(writeAdapter(name, declaration, container)))
    write(`src/${file}`, text);
  cpSync(path.join(folder, 'package.json'), path.join(home, 'package.json'));
  write('rsbuild.config.ts', printConfig(name, project, container));
  writeContainer(name, container, write);
  await rsbuild({ ...project, folder: home }, 'production', [
    'build',
    '--log-level',
    'error',
    ...RELEASE,
  ]);
  copyAssets(project, container);
  completeManifest(project, declaration, container);
}

function printConfig(name: string, { folder, pack }: Project, { entry, kind }: Container): string {
  const entryFolder = path.posix.dirname(entry);
  const scripts = kind === 'script' ? "  scripts: at('src/packed.js'),\n" : '';
  const server = pack?.server
    ? `'${SERVER}$': ${JSON.stringify(path.resolve(folder, pack.server))}`
    : '';
  return `import path from 'node:path';
import { packedConfig } from '@carry/remote-kit/build';

const at = (file: string) => path.join(import.meta.dirname, file);

export default packedConfig('${name}', import.meta.dirname, {
  folder: ${JSON.stringify(entryFolder === '.' ? '' : entryFolder)},
${scripts}  aliases: {
    web: { '${CONTAINER}$': at('src/browser.js') },
    server: { '${CONTAINER}$': at('src/server.js'), ${server} },
  },
});
`;
}

function writeContainer(
  name: string,
  container: Container,
  write: (file: string, text: string) => void,
): void {
  const { folder, entry, kind, scripts } = container;
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  if (kind === 'script') {
    write(
      'src/packed.js',
      joinScripts(name, container, { chunks: scripts.map(read), entry: read(entry) }),
    );
    return;
  }
  write('src/packed/package.json', '{}'); // its modules are of both kinds, whatever the project's are
  for (const file of [entry, ...scripts])
    write(`src/packed/${file}`, placeModule(read(file), file));
}

function copyAssets(project: Project, container: Container): void {
  const { folder, entry, scripts } = container;
  const server = project.pack?.server && path.resolve(project.folder, project.pack.server);
  const requested = listRequested(container);
  const notices = listNotices(folder, [entry, ...scripts, ...requested]);
  const files = [...new Set([...listAssets(folder, server), ...requested, ...notices])];
  if (server) assertServerFiles(server, new Set(files));
  const target = (file: string) => path.join(packedDist(project), 'web', file);
  for (const file of files) cpSync(path.join(folder, file), target(file));
  const styles = files.filter((file) => file.endsWith('.css'));
  const texts = styles.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  for (const [index, text] of scopeTexts(texts, project.name).entries())
    writeFileSync(target(styles[index] ?? ''), text);
}

/** Adds what the build of the adapter cannot know: styles of the pages and version ranges of the container. */
function completeManifest(
  project: Project,
  { routes }: PackDeclaration,
  { styles, ranges }: Container,
): void {
  const file = path.join(packedDist(project), 'build.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as BuildManifest;
  const ids = routeIds(routes);
  for (const [index, route] of routes.entries()) {
    const id = ids[index] ?? '';
    const css = (styles[route.expose] ?? []).map((name) => `web/${name}`);
    manifest.routes[id] = [...(manifest.routes[id] ?? []), ...css];
  }
  for (const [module, range] of Object.entries(ranges))
    manifest.shared[module] = `${manifest.shared[module] ?? ''} ${range}`.trim();
  // the names that a built container imports are unknown; the gates open its pages
  const { web, server } = manifest.facts;
  for (const { imports } of [web, server])
    imports[ROUTER] = (imports[ROUTER] ?? []).filter((used) => used !== '*');
  writeFileSync(file, `${JSON.stringify({ ...manifest, packed: true }, null, 2)}\n`);
}

/** Builds a remote ({@link build}), or packs the build that its own tool wrote. Returns the folder to publish. */
export async function prepare(project: Project, options?: { checks: boolean }): Promise<string> {
  if (project.pack) {
    await pack(project);
    return packedDist(project);
  }
  await build(project, options);
  return path.join(project.folder, 'dist');
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type BuildManifest,
  consumedSlots,
  flagDeclarations,
  type ReleaseRecord,
  slotName,
} from '@carry/contracts/release';
import { pack } from '../artifacts/pack';
import { flattenRoutes, getBranch } from '../artifacts/route-paths';
import { findInSources, locateStack, readMaps } from '../artifacts/source-maps';
import { computeIntegrity, contentHash } from '../documents/integrity';
import { ReleaseRefused, refuseUnless } from '../errors/errors';
import { checkFacts, checkSizes, filesOfRoute, filesOfSlot } from './build';
import { parseManifest } from './build-manifest';
import { type CheckFiles, checkFilesHere } from './built-files';
import { CheckLog } from './check-log';
import { checkCompatible, type LiveContext, missingRouterNames } from './compatible';
import { type Inspect, type Inspection, inspectHere, renderRoutes } from './inspection';
import { checkOwnBudgets } from './own-budgets';
import { getLibrary, printReplacements } from './replacements';
import { checkIcons } from './server-bundle';

const MAX_PLACES = 3;
const literal = (name: string) => name.replaceAll(/[^\w$]/g, '').replaceAll('$', '\\$');

/** A built remote that passed the static checks and is not stored yet. */
export interface Candidate {
  record: ReleaseRecord;
  /** Files below `<name>/<version>/`. The brotli variants are added while the gates run. */
  files: Map<string, Buffer>;
  maps: Map<string, Buffer>;
  checks: CheckLog;
  notes: string[];
  /** Added by the gates. */
  pictures: TakenPicture[];
}

export interface TakenPicture {
  route: string;
  page: string;
  content: Buffer;
  width: number;
  height: number;
}

export interface Build {
  manifest: BuildManifest;
  files: Map<string, Buffer>;
  maps: Map<string, Buffer>;
}

export async function readBuild(dist: string): Promise<Build> {
  const text = await readFile(path.join(dist, 'build.json')).catch(() => {
    throw new ReleaseRefused(
      `${dist} contains no built remote (build.json is missing); build it first`,
    );
  });
  const files = new Map<string, Buffer>();
  for (const folder of ['server', 'web']) {
    const entries = await readdir(path.join(dist, folder), {
      recursive: true,
      withFileTypes: true,
    });
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const full = path.join(entry.parentPath, entry.name);
      files.set(path.relative(dist, full).replaceAll(path.sep, '/'), await readFile(full));
    }
  }
  return {
    manifest: parseManifest(path.join(dist, 'build.json'), text),
    files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
    maps: await readMaps(dist),
  };
}

const hashFiles = (files: Map<string, Buffer>) =>
  Object.fromEntries(
    [...files].map(([file, content]) => [
      file,
      { integrity: computeIntegrity(content), bytes: content.length },
    ]),
  );

export async function readBuildVersion(dist: string): Promise<string> {
  const { manifest, files } = await readBuild(dist);
  return `${manifest.version}-${contentHash(hashFiles(files))}`;
}

function checkFlags(name: string, declared: unknown): Pick<ReleaseRecord, 'flags'> {
  const flags = flagDeclarations.optional().safeParse(declared);
  if (!flags.success) {
    const [issue] = flags.error.issues;
    throw new ReleaseRefused(
      `${name}: its feature flags are malformed (${issue?.path.join('.')}: ${issue?.message}); a flag is { default, does } with a name such as 'new-form'`,
    );
  }
  return Object.keys(flags.data ?? {}).length > 0 ? { flags: flags.data } : {};
}

async function checkContext(
  record: ReleaseRecord,
  context: LiveContext,
  maps: Map<string, Buffer>,
): Promise<void> {
  const missing = missingRouterNames(record.facts, context.serves.routerNames);
  const places =
    missing.length > 0
      ? await findInSources(maps, new RegExp(`\\b(?:${missing.map(literal).join('|')})\\b`))
      : [];
  checkCompatible(record, context, places.slice(0, MAX_PLACES));
}

function checkSlots(
  manifest: BuildManifest,
  { slots = [], consumes }: Inspection,
): Pick<ReleaseRecord, 'slots' | 'consumes'> {
  const { name } = manifest;
  const malformed = slots.find((slot) => !slotName.safeParse(slot).success);
  refuseUnless(
    malformed === undefined,
    `${name}: '${malformed}' is not a name of a slot; use one such as 'next-session'`,
  );
  const shown = consumedSlots.optional().safeParse(consumes);
  refuseUnless(
    shown.success,
    `${name}: the slots that it consumes are malformed; list them as 'mf-account.next-session'`,
  );
  const ownSlot = shown.data?.find((slot) => slot.startsWith(`${name}.`));
  refuseUnless(
    ownSlot === undefined,
    `${name}: consumes its own slot ${ownSlot}; use the component itself`,
  );
  const files = slots.map((slot) => [slot, { files: filesOfSlot(manifest, slot) }] as const);
  return {
    ...(files.length > 0 && { slots: Object.fromEntries(files) }),
    ...(shown.data?.length && { consumes: shown.data }),
  };
}

/** Runs all checks that need no browser and returns the files to store. Throws {@link ReleaseRefused}. */
export async function checkBuild({
  build: { manifest, files, maps },
  commit,
  context,
  inspect = inspectHere,
  checkFiles = checkFilesHere,
  checks = new CheckLog(),
}: {
  build: Build;
  commit: string;
  context: LiveContext;
  inspect?: Inspect | undefined;
  checkFiles?: CheckFiles | undefined;
  checks?: CheckLog | undefined;
}): Promise<Candidate> {
  const { name } = manifest;
  const server = files.get('server/remote.cjs');
  if (!server)
    throw new ReleaseRefused(`${name}: dist/server/remote.cjs is missing; build the remote first`);
  if (!files.has(manifest.entry))
    throw new ReleaseRefused(
      `${name}: the entry ${manifest.entry || '(none)'} is not among its files; build the remote again`,
    );
  const facts = checkFacts(manifest);
  // fast, so before the checks that take seconds
  await checks.run('own size budgets', () =>
    checkOwnBudgets(manifest, async (file) => files.get(file)),
  );
  const run = () => inspect(name, server.toString());
  const inspection = await checks.run('server bundle runs', () => withPlaces(maps, run));
  const { contractVersion, tree } = inspection;
  const hashed = hashFiles(files);
  const record: ReleaseRecord = {
    schema: 1,
    name,
    version: `${manifest.version}-${contentHash(hashed)}`,
    contractVersion,
    commit,
    createdAt: new Date().toISOString(),
    entry: manifest.entry,
    expose: manifest.expose,
    server: 'server/remote.cjs',
    routes: flattenRoutes(tree).map(({ id, path }) => ({
      id,
      path,
      files: [...new Set(getBranch(tree, id).flatMap((each) => filesOfRoute(manifest, each)))],
    })),
    shared: manifest.shared,
    ...checkFlags(name, inspection.flags),
    ...checkSlots(manifest, inspection),
    facts,
    files: hashed,
  };
  await checks.run('contract, paths and shared modules', () => checkContext(record, context, maps));
  await checks.run('routes and icons', async () => {
    await assertLoads(inspection, maps);
    const ofRoute = new Map(inspection.facts);
    for (const route of record.routes) Object.assign(route, ofRoute.get(route.id));
    checkIcons(record);
  });
  const { publicTokens, packed: isPacked } = manifest;
  const otherRemotes = Object.keys(context.owners);
  const { needs, notes } = await checks.run('files, scripts and styles', () =>
    checkFiles({ name, files, maps, otherRemotes, isPacked, publicTokens }),
  );
  record.needs = needs;
  const candidate: Candidate = { record, files, maps, checks, notes, pictures: [] };
  await pack(candidate, 'gzip');
  const sizes = Object.entries(record.files).map(([file, { bytes, gzip }]) => [
    file,
    gzip?.bytes ?? bytes,
  ]);
  const limits = { sizes: Object.fromEntries(sizes), max: context.owners[name]?.budget };
  await checks.run('sizes of routes', () => checkSizes(manifest, inspection, limits));
  return candidate;
}

async function refusedAt(
  message: string,
  { maps, stack = '' }: Pick<Build, 'maps'> & { stack?: string | undefined },
): Promise<ReleaseRefused> {
  const places = await locateStack(stack, maps);
  const remedies = printReplacements(places.flatMap((place) => getLibrary(place) ?? []));
  return new ReleaseRefused(
    places.length > 0 ? `${message} (${places.join(', ')})${remedies}` : message,
  );
}

async function assertLoads({ refused, stack }: Inspection, maps: Build['maps']): Promise<void> {
  if (refused !== undefined) throw await refusedAt(refused, { maps, stack });
}

async function withPlaces<T>(maps: Build['maps'], run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    throw await refusedAt(error.message, { maps, stack: (error.cause as Error | null)?.stack });
  }
}

/** Runs all checks of a built remote that need no browser, and renders its pages on the server. Throws {@link ReleaseRefused}. */
export async function checkFolder(
  dist: string,
  context: Pick<LiveContext, 'live' | 'serves' | 'owners'>,
): Promise<void> {
  const build = await readBuild(dist);
  const { record } = await checkBuild({ build, commit: 'none', context });
  const code = build.files.get(record.server)?.toString() ?? '';
  await withPlaces(build.maps, () => renderRoutes(record.name, code));
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fileOfMap, readMaps } from '../artifacts/source-maps';
import { canonical } from '../documents/canonical';
import { encode, MAX_DOCUMENT_BYTES, parseDocument } from '../documents/document';
import { contentHash, integrityOf } from '../documents/integrity';
import type { Store } from './store';
import { storeMaps } from './stored-maps';

/** Records lie apart from the files, so that listing them stays cheap. */
const RECORDS = 'shells';
const FILES = 'shell';
const SUFFIX = /\.(br|gz)$/;

const hash = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);
const form = z.object({ integrity: hash, bytes: z.number().int() });
const name = z
  .string()
  .max(200)
  .regex(/^[\w./-]+$/)
  .refine((file) => !file.split('/').includes('..'));
const shellRecord = z.object({
  schema: z.literal(1),
  version: z.string().regex(/^[a-f0-9]{12}$/),
  /** When a site of this shell started last, or still ran. */
  usedAt: z.iso.datetime(),
  files: z.record(name, form.extend({ brotli: form.optional(), gzip: form.optional() })),
  /** By the secret that all sites of an installation have. */
  seal: z.string().max(100).optional(),
});

/** The browser files of one build of the shell, which stay in the store for the pages that were made with them. */
export type ShellRecord = z.infer<typeof shellRecord>;

/** Whether a file of the shell may outlive it: its name has the hash of its content, so it is the same for ever. */
export const isLasting = (file: string): boolean => /\.[a-f0-9]{8,}\.[\w.]+$/.test(file);

const recordPath = (version: string) => `${RECORDS}/${version}.json`;
/** Where a file of a shell lies in the store. */
export const shellFile = (version: string, file: string): string => `${FILES}/${version}/${file}`;

const sealOf = ({ version, files }: Pick<ShellRecord, 'version' | 'files'>, secret: string) =>
  createHmac('sha256', secret)
    .update(`carry-shell:${canonical({ version, files })}`)
    .digest('base64url');

/** Whether a record was written by who knows the secret; without a secret each counts, as each release does that nobody has to sign. */
export function isSealed(record: ShellRecord, secret: string): boolean {
  if (!secret) return true;
  const given = Buffer.from(record.seal ?? '');
  const right = Buffer.from(sealOf(record, secret));
  return given.length === right.length && timingSafeEqual(given, right);
}

async function readBuilt(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'),
    )
    .filter(isLasting)
    .sort();
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(path.join(folder, file))] as const),
    ),
  );
}

/** The source maps beside the folder of a build. */
async function mapsOf(
  folder: string,
  files: ShellRecord['files'],
): Promise<ReadonlyMap<string, Buffer>> {
  const all = await readMaps(path.dirname(folder));
  const inFolder = `${path.basename(folder)}/`;
  return new Map(
    [...all].filter(([name]) => {
      const file = fileOfMap(name);
      return file.startsWith(inFolder) && Object.hasOwn(files, file.slice(inFolder.length));
    }),
  );
}

const formOf = (content: Buffer) => ({ integrity: integrityOf(content), bytes: content.length });

function describe(built: Map<string, Buffer>): Pick<ShellRecord, 'version' | 'files'> {
  const files: ShellRecord['files'] = {};
  for (const [file, content] of built) {
    if (SUFFIX.test(file)) continue;
    const [brotli, gzip] = [built.get(`${file}.br`), built.get(`${file}.gz`)];
    files[file] = {
      ...formOf(content),
      ...(brotli && { brotli: formOf(brotli) }),
      ...(gzip && { gzip: formOf(gzip) }),
    };
  }
  return { version: contentHash(files), files };
}

/** Puts the built browser files of a shell into the store, once, and says that they are in use; answers their version. `secret`: what all sites of the installation have, or empty. */
export async function storeShell(
  store: Store,
  folder: string,
  secret: string,
  now = new Date(),
): Promise<string> {
  const built = await readBuilt(folder);
  const about = describe(built);
  const there = new Set(await store.list(`${FILES}/${about.version}`));
  const missing = [...built].filter(([file]) => !there.has(shellFile(about.version, file)));
  await Promise.all(
    missing.map(([file, content]) => store.write(shellFile(about.version, file), content)),
  );
  if (!there.has(shellFile(about.version, 'maps.json')))
    await storeMaps(store, `${FILES}/${about.version}`, await mapsOf(folder, about.files));
  const record: ShellRecord = {
    schema: 1,
    ...about,
    usedAt: now.toISOString(),
    ...(secret && { seal: sealOf(about, secret) }),
  };
  await store.write(recordPath(about.version), encode(record)); // last: no record, no shell
  return about.version;
}

/** The versions of the shell in the store. */
export const listShells = async (store: Store): Promise<string[]> =>
  (await store.list(RECORDS)).flatMap(
    (file) => /^shells\/([a-f0-9]{12})\.json$/.exec(file)?.[1] ?? [],
  );

/** The record of a shell, or null where there is none; throws for one that is malformed, or that names other files than its version was made of. */
export async function readShell(store: Store, version: string): Promise<ShellRecord | null> {
  const file = recordPath(version);
  const content = await store.read(file, MAX_DOCUMENT_BYTES.record);
  if (!content) return null;
  const record = parseDocument(file, shellRecord, content);
  if (record.version !== version || contentHash(record.files) !== version)
    throw new Error(`${file} names other files than its version was made of`);
  return record;
}

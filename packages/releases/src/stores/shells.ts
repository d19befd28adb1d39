import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fileOfMap, readMaps } from '../artifacts/source-maps';
import { canonical } from '../documents/canonical';
import {
  encode,
  MAX_DOCUMENT_BYTES,
  MalformedDocument,
  parseDocument,
} from '../documents/document';
import { hmac, isHmac } from '../documents/hmac';
import { computeIntegrity, contentHash } from '../documents/integrity';
import { inBatches } from './batches';
import type { Store } from './store';
import { storeMaps } from './stored-maps';

/** Separate from the files, so that listing records is cheap. */
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
  /** Last time a site ran this shell. */
  usedAt: z.iso.datetime(),
  files: z.record(name, form.extend({ brotli: form.optional(), gzip: form.optional() })),
  /** HMAC with the secret of the installation. */
  seal: z.string().max(100).optional(),
});

/** Record of one build of the shell. Its browser files stay stored for pages rendered with them. */
export type ShellRecord = z.infer<typeof shellRecord>;

/** Returns true for a file whose name contains its content hash, so it is immutable. */
export const isLasting = (file: string): boolean => /\.[a-f0-9]{8,}\.[\w.]+$/.test(file);

const recordPath = (version: string) => `${RECORDS}/${version}.json`;
export const shellFile = (version: string, file: string): string => `${FILES}/${version}/${file}`;

const toText = ({ version, files }: Pick<ShellRecord, 'version' | 'files'>) =>
  `carry-shell:${canonical({ version, files })}`;

/** Returns true if the record has a valid HMAC; without a secret, always. */
export function isSealed(record: ShellRecord, secret: string): boolean {
  return !secret || isHmac(record.seal ?? '', secret, toText(record));
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

async function readBuiltMaps(
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

const describeFile = (content: Buffer) => ({
  integrity: computeIntegrity(content),
  bytes: content.length,
});

function describe(built: Map<string, Buffer>): Pick<ShellRecord, 'version' | 'files'> {
  const files: ShellRecord['files'] = {};
  for (const [file, content] of built) {
    if (SUFFIX.test(file)) continue;
    const [brotli, gzip] = [built.get(`${file}.br`), built.get(`${file}.gz`)];
    files[file] = {
      ...describeFile(content),
      ...(brotli && { brotli: describeFile(brotli) }),
      ...(gzip && { gzip: describeFile(gzip) }),
    };
  }
  return { version: contentHash(files), files };
}

interface StoreShellOptions {
  /** Shared by all sites of the installation, or empty. */
  secret: string;
  now?: Date;
}

/** Stores the browser files of a shell, once, and marks them as used. Returns their version. */
export async function storeShell(
  store: Store,
  folder: string,
  { secret, now = new Date() }: StoreShellOptions,
): Promise<string> {
  const built = await readBuilt(folder);
  const about = describe(built);
  const there = new Set(await store.list(`${FILES}/${about.version}`));
  const missing = [...built].filter(([file]) => !there.has(shellFile(about.version, file)));
  await inBatches(missing, ([file, content]) =>
    store.write(shellFile(about.version, file), content),
  );
  if (!there.has(shellFile(about.version, 'maps.json')))
    await storeMaps(store, `${FILES}/${about.version}`, await readBuiltMaps(folder, about.files));
  const record: ShellRecord = {
    schema: 1,
    ...about,
    usedAt: now.toISOString(),
    ...(secret && { seal: hmac(secret, toText(about)) }),
  };
  await store.write(recordPath(about.version), encode(record)); // last: a shell without a record does not exist
  return about.version;
}

export const listShells = async (store: Store): Promise<string[]> =>
  (await store.list(RECORDS)).flatMap(
    (file) => /^shells\/([a-f0-9]{12})\.json$/.exec(file)?.[1] ?? [],
  );

/** Returns the record of a shell, or null. Throws if it is malformed or its files do not match its version. */
export async function readShell(store: Store, version: string): Promise<ShellRecord | null> {
  const file = recordPath(version);
  const content = await store.read(file, MAX_DOCUMENT_BYTES.record);
  if (!content) return null;
  const record = parseDocument(file, shellRecord, content);
  if (record.version !== version || contentHash(record.files) !== version)
    throw new MalformedDocument(`${file} lists files that do not match its version`);
  return record;
}

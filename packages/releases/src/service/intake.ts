import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type ReleaseRecord, releaseRecord } from '@carry/contracts/release';
import type { CheckFiles } from '../checks/built-files';
import { type Candidate, checkBuild, readBuild } from '../checks/candidate';
import { CheckLog } from '../checks/check-log';
import type { Inspect } from '../checks/inspection';
import { canonical } from '../documents/canonical';
import { MAX_DOCUMENT_BYTES } from '../documents/document';
import { computeIntegrity } from '../documents/integrity';
import { ReleaseRefused } from '../errors/errors';
import { readLive } from '../pointers/live';
import { readLiveContext } from '../pointers/servable';
import { Untrusted } from '../signing/signature';
import { assertSignedFor, type Trust } from '../signing/trust';
import type { Store } from '../stores/store';
import { parseSent } from './change-entry';
import { MAX_FILES } from './release-limits';

/** Kits before 0.6 also send the page without a site. */
const FILE =
  /^(build\.json|(?:web|server|standalone|maps\/(?:web|server))\/[\w.-]+(?:\/[\w.-]+)*)$/;
const packings = {
  br: ['brotli', promisify(brotliDecompress)],
  gz: ['gzip', promisify(gunzip)],
} as const;

/** Unpacks and checks a sent build like a local one. Its signed record must match its files. */
export async function receiveBuild({
  store,
  form,
  key,
  trust,
  inspect,
  checkFiles,
  refused,
  within,
}: {
  store: Store;
  form: FormData;
  key: string;
  trust: Trust;
  inspect: Inspect;
  checkFiles: CheckFiles;
  /** Called with each authenticated release that a check refuses. */
  refused(record: ReleaseRecord, error: Error, checks: CheckLog): Promise<void>;
  /** Rejects at the deadline. */
  within(checking: Promise<Candidate>): Promise<Candidate>;
}): Promise<Candidate> {
  const { record, plain, packed } = await readForm(form);
  const { name } = record;
  assertSignedBy(record, key, trust);
  const dist = await mkdtemp(path.join(tmpdir(), 'carry-intake-'));
  const checks = new CheckLog();
  const check = async (): Promise<Candidate> => {
    const live = await readLive(store);
    const context = await readLiveContext({ store, remote: name, live });
    const { commit } = record;
    const build = await readBuild(dist);
    const made = await checkBuild({ build, commit, context, inspect, checkFiles, checks });
    assertRecordOf(made.record, record);
    const files = new Map([...made.files].filter(([file]) => Object.hasOwn(record.files, file)));
    for (const [file, content] of await checkPacked(record, files, packed))
      files.set(file, content);
    return { ...made, record, files };
  };
  try {
    for (const [file, content] of plain) {
      await mkdir(path.join(dist, path.dirname(file)), { recursive: true });
      await writeFile(path.join(dist, file), content);
    }
    return await within(check());
  } catch (error) {
    await refused(record, error as Error, checks);
    throw error;
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

export function assertSignedBy(record: ReleaseRecord, key: string, trust: Trust): void {
  const release = `${record.name}@${record.version}`;
  assertSignedFor({ trust, remote: record.name, what: release, kind: 'release', document: record });
  if (record.signature?.key !== key)
    throw new Untrusted(
      `${release} is signed with key ${record.signature?.key} but sent with key ${key}; publish with the key that signed it`,
    );
}

async function readForm(form: FormData) {
  let record: ReleaseRecord | undefined;
  const plain = new Map<string, Buffer>();
  const packed = new Map<string, Buffer>();
  for (const [name, value] of form) {
    if (typeof value === 'string')
      throw new ReleaseRefused(`'${name.slice(0, 100)}' is not a file`);
    if (plain.size + packed.size >= MAX_FILES)
      throw new ReleaseRefused(`a release has at most ${MAX_FILES} files`);
    const content = Buffer.from(await value.arrayBuffer());
    if (name === 'record') record = parseRecord(content);
    else {
      assertBuildFile(name);
      (/^(?!maps\/).*\.(br|gz)$/.test(name) ? packed : plain).set(name, content);
    }
  }
  if (!record) throw new ReleaseRefused('the record is missing');
  return { record, plain, packed };
}

function parseRecord(content: Buffer): ReleaseRecord {
  if (content.length > MAX_DOCUMENT_BYTES.record)
    throw new ReleaseRefused('the record is too large');
  const record = parseSent('record', releaseRecord, content);
  if (canonical(record) !== canonical(JSON.parse(content.toString())))
    throw new ReleaseRefused(
      `the record of ${record.name}@${record.version} has fields that this release server does not know; ask its operator to update it`,
    );
  return record;
}

function assertRecordOf(made: ReleaseRecord, sent: ReleaseRecord): void {
  const release = `${sent.name}@${sent.version}`;
  const stated = canonical(unpacked(sent));
  const routes = made.routes.map((route, index) => pickKeys(route, sent.routes[index] ?? route));
  if (canonical(unpacked({ ...made, routes })) !== stated)
    throw new ReleaseRefused(
      `${release}: its record does not match its files; build and publish it again`,
    );
  if (canonical(unpacked(made)) !== stated)
    throw new ReleaseRefused(
      `${release}: its kit is older than this release server, and its record lacks facts of its routes; upgrade it: npx carry-remote upgrade`,
    );
}

const pickKeys = <Value extends object>(value: Value, like: object): Value =>
  Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(like, key))) as Value;

function assertBuildFile(name: string): void {
  if (!FILE.test(name) || name.includes('..'))
    throw new ReleaseRefused(`'${name.slice(0, 100)}' is not a file of a build`);
}

function unpacked({ createdAt: _, signature: __, files, ...record }: ReleaseRecord) {
  return {
    ...record,
    files: Object.fromEntries(
      Object.entries(files).map(([file, { integrity, bytes }]) => [file, { integrity, bytes }]),
    ),
  };
}

async function checkPacked(
  record: ReleaseRecord,
  files: Map<string, Buffer>,
  packed: Map<string, Buffer>,
): Promise<Map<string, Buffer>> {
  const checked = new Map<string, Buffer>();
  for (const [file, entry] of Object.entries(record.files)) {
    for (const [suffix, [encoding, inflate]] of Object.entries(packings)) {
      const stated = entry[encoding];
      if (!stated) continue;
      const content = packed.get(`${file}.${suffix}`);
      const plain = files.get(file);
      const inside =
        content &&
        plain &&
        (await inflate(content, { maxOutputLength: Math.max(1, plain.length) }).catch(() => null));
      if (
        !content ||
        !inside ||
        !plain ||
        !inside.equals(plain) ||
        computeIntegrity(content) !== stated.integrity
      )
        throw new ReleaseRefused(`${record.name}: ${file}.${suffix} is not ${file} compressed`);
      checked.set(`${file}.${suffix}`, content);
    }
  }
  return checked;
}

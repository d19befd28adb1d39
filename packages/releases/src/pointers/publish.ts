import type { LivePointer, ReleaseRecord, RolloutPlan } from '@carry/contracts/release';
import { type PackedBefore, pack } from '../artifacts/pack';
import { type Build, type Candidate, checkBuild, readBuild } from '../checks/candidate';
import { CheckLog } from '../checks/check-log';
import { encode } from '../documents/document';
import { computeIntegrity, recordedIntegrity } from '../documents/integrity';
import { findOtherCanary } from '../documents/version-history';
import { ReleaseConflict, ReleaseRefused } from '../errors/errors';
import { inBatches } from '../stores/batches';
import { packedIn } from '../stores/packed-before';
import { addRefusal } from '../stores/refusals';
import type { Store } from '../stores/store';
import { storeChecks } from '../stores/stored-checks';
import { storeMaps } from '../stores/stored-maps';
import { storePictures } from '../stores/stored-pictures';
import { readLive, readRelease, whoAmI } from './live';
import { endCanary, promote, setCanary } from './pointers';
import { readPreviews, setPreview } from './previews';
import { assertNoRollout, assertNotReplaced, startRollout } from './rollout';
import { assertNotQuarantined, assertUnlocked, readLiveContext } from './servable';

/** Target of a release: all visitors (undefined), a canary, a rollout, or a preview channel until a date. */
export type Target =
  | { percent: number }
  | { rollout: RolloutPlan }
  | { channel: string; expires: Date }
  | undefined;

export interface PublishOptions {
  /** Folder of a built remote: `dist/build.json`, `dist/web`, `dist/server`. */
  dist: string;
  store: Store;
  commit: string;
  why?: string | undefined;
  /** Versions of the shell's shared modules; default: those in site.json. */
  provided?: Record<string, string>;
  /** Additional checks that run the candidate; each throws {@link ReleaseRefused}. */
  gates?: ((candidate: Candidate) => Promise<void>)[];
  target?: Target;
  report?: (step: string) => void;
}

export interface Published {
  name: string;
  version: string;
  /** `unchanged`: the same content was published already; no file was written. */
  outcome: 'published' | 'unchanged';
  /** Version of another release whose canary this publish ended. */
  endedCanary?: string;
}

/** Checks a built remote, stores it as an immutable release and points to it. Throws {@link ReleaseRefused} before the first write. */
export async function publish(options: PublishOptions): Promise<Published> {
  const { store, dist, commit, provided, target, report = () => {} } = options;
  await store.assertFit();
  const live = await readLive(store);
  const build: Build = await readBuild(dist);
  const pointer = live.remotes[build.manifest.name];
  const isPreview = target && 'channel' in target;
  const previews = isPreview ? await readPreviews(store, target.channel) : null;
  if (!isPreview) assertUnlocked(build.manifest.name, pointer);
  if (target && !isPreview) assertNoRollout(build.manifest.name, pointer);
  report('checking');
  const context = await readLiveContext({ store, remote: build.manifest.name, live, provided });
  const checks = new CheckLog();
  const about = { remote: build.manifest.name, commit, checks };
  const candidate = await notingRefusal(store, about, () =>
    checkBuild({ build, commit, context, checks }),
  );
  for (const note of candidate.notes)
    report(`${note}; the page's CSP blocks it if your code runs it`);
  const { name, version } = candidate.record;
  if (!isPreview) assertNotQuarantined(name, pointer, version);
  const existing = await readRelease(store, name, version);
  if (existing) {
    await verifyRelease(store, existing, candidate.record);
    if (!isPreview && pointer?.version === version)
      return {
        ...{ name, version, outcome: 'unchanged' },
        ...(await endOtherCanary(candidate.record, options, pointer)),
      };
  }
  if (!isPreview) assertNotReplaced(name, pointer, version);
  const last = pointer && (await readRelease(store, name, pointer.version).catch(() => null));
  await notingRefusal(store, { ...about, version }, () =>
    admit({
      candidate,
      isStored: existing !== null,
      options,
      packedBefore: last ? packedIn(store, last) : undefined,
    }),
  );
  const before = { pointer, previewed: previews?.remotes[name]?.version ?? null };
  return { name, version, ...(await pointTo(candidate.record, options, before)) };
}

async function notingRefusal<Value>(
  store: Store,
  { checks, ...about }: { remote: string; commit: string; version?: string; checks: CheckLog },
  run: () => Promise<Value>,
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ReleaseRefused && !store.admit)
      await addRefusal(store, {
        ...about,
        ...{ who: whoAmI(store), why: error.message, checks: checks.results },
      });
    throw error;
  }
}

type Ended = Pick<Published, 'endedCanary'>;

/** Pointer, and version of the preview, at the start of a publish. */
interface Before {
  pointer: LivePointer | undefined;
  previewed: string | null;
}

async function pointTo(
  record: ReleaseRecord,
  options: PublishOptions,
  { pointer, previewed }: Before,
): Promise<Pick<Published, 'outcome' | 'endedCanary'>> {
  const { name, version } = record;
  const { store, target, provided, why = 'publish' } = options;
  const reason = { why, ...(provided && { provided }) };
  if (!target) {
    const expected = pointer?.version ?? null;
    const { remotes } = await promote(store, name, { version, ...reason, expected });
    return { outcome: 'published', ...(await endOtherCanary(record, options, remotes[name])) };
  }
  if ('channel' in target) {
    const of = { ...target, remote: name, version };
    await setPreview(store, { ...of, why, expected: previewed });
    return { outcome: 'published' };
  }
  // a pipeline of its tag made it live meanwhile
  if ((await readLive(store)).remotes[name]?.version === version) return { outcome: 'unchanged' };
  const assertSeen = (now: LivePointer | undefined) => assertNotOvertaken(record, pointer, now);
  if ('percent' in target)
    await setCanary(store, name, { version, percent: target.percent, ...reason, assertSeen });
  else await startRollout(store, name, { version, ...reason, plan: target.rollout, assertSeen });
  return { outcome: 'published' };
}

/** Throws {@link ReleaseConflict} if another publish came first; this one could be older. */
function assertNotOvertaken(
  { name, version }: ReleaseRecord,
  before: LivePointer | undefined,
  now: LivePointer | undefined,
): void {
  if (!now) return; // retired, and refused for that
  const canary = findOtherCanary(now, version)?.version;
  const isNew = canary !== undefined && canary !== findOtherCanary(before, version)?.version;
  const change = isNew ? `the canary ${canary}` : now.version;
  if (change !== before?.version && change !== version)
    throw new ReleaseConflict(
      `${name} changed to ${change} during this publish; check that release, then publish again`,
    );
}

/** Ends the canary that would keep its share of the visitors beside the live release. */
async function endOtherCanary(
  { name, version: live }: ReleaseRecord,
  { store, why = 'publish' }: PublishOptions,
  pointer: LivePointer | undefined,
): Promise<Ended> {
  const version = findOtherCanary(pointer, live)?.version;
  if (!version) return {};
  const reason = { why: `replaced by ${live}: ${why}` };
  return (await endCanary(store, name, { version, live, ...reason }))
    ? { endedCanary: version }
    : {};
}

/** Runs the gates against the current live releases, even if a preview passed before, and stores the release. A release server does both itself. */
async function admit({
  candidate,
  isStored,
  options: { store, dist, gates = [], report = () => {} },
  packedBefore,
}: {
  candidate: Candidate;
  isStored: boolean;
  options: PublishOptions;
  packedBefore?: PackedBefore | undefined;
}): Promise<void> {
  if (store.admit) {
    await pack(candidate, 'brotli', packedBefore);
    await store.admit(candidate, dist, report);
    return;
  }
  await Promise.all([
    ...gates.map((gate) => gate(candidate)),
    isStored ? null : pack(candidate, 'brotli', packedBefore),
  ]);
  if (!isStored) await storeRelease(store, candidate, report);
}

/** Stores a candidate that passed every check and verifies it by reading it back. */
export async function storeRelease(
  store: Store,
  candidate: Candidate,
  report: (step: string) => void,
): Promise<void> {
  report('uploading');
  await upload(store, candidate);
  await verifyRelease(store, candidate.record, candidate.record);
}

async function verifyRelease(
  store: Store,
  stored: ReleaseRecord,
  expected: ReleaseRecord,
): Promise<void> {
  const base = `${stored.name}/${stored.version}`;
  const files = Object.entries(expected.files).flatMap(([file, { integrity }]) => {
    const { brotli, gzip } = stored.files[file] ?? {};
    return [
      { file, integrity },
      ...(brotli ? [{ file: `${file}.br`, integrity: brotli.integrity }] : []),
      ...(gzip ? [{ file: `${file}.gz`, integrity: gzip.integrity }] : []),
    ];
  });
  await inBatches(files, async ({ file, integrity }) => {
    const content = await store.read(`${base}/${file}`);
    if (
      recordedIntegrity(stored, file) !== integrity ||
      !content ||
      computeIntegrity(content) !== integrity
    ) {
      throw new ReleaseRefused(
        `${stored.name}@${stored.version} has another ${file} in the store; a release is immutable, so restore the file or raise the package version`,
      );
    }
  });
}

async function upload(
  store: Store,
  { record, files, maps, checks, pictures }: Candidate,
): Promise<void> {
  const base = `${record.name}/${record.version}`;
  await inBatches([...files], ([file, content]) => store.write(`${base}/${file}`, content));
  await Promise.all([
    storeMaps(store, base, maps),
    storePictures(store, base, pictures),
    storeChecks(store, base, checks.results),
  ]);
  await store.write(`${base}/release.json`, encode(record)); // last: a release without a record does not exist
}

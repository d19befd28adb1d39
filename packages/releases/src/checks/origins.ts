import type { ReleaseRecord } from '@carry/contracts/release';
import type { Owner, Owners } from '@carry/contracts/site';
import { refuseUnless } from '../errors/errors';

/** Characters of a remote's origins: the headers of its pages list them, those of `connect` twice. */
const MAX_ORIGINS_LENGTH = 1200;
/** The same for a page, which also lists the origins of the remotes whose slots it shows. */
export const MAX_PAGE_ORIGINS_LENGTH = 4 * MAX_ORIGINS_LENGTH;

const originsLength = ({ connect = [], frames = [] }: Partial<Owner> = {}): number =>
  [...connect, ...frames].join('').length;

type ServedRelease = Pick<ReleaseRecord, 'name' | 'version' | 'consumes'>;

interface OriginsChange {
  before: Owner | undefined;
  owners: Owners;
  /** The live releases and the running canaries. */
  served: readonly ServedRelease[];
}

/** Refuses a change that adds more origins to an owner than the headers of served pages have room for. */
export function checkAddedOrigins(remote: string, { before, owners, served }: OriginsChange): void {
  const length = originsLength(owners[remote]);
  if (length <= originsLength(before)) return;
  refuseUnless(
    length <= MAX_ORIGINS_LENGTH,
    `${remote}: its origins (--connect and --frames) would have ${length} characters, and the headers of its pages have room for ${MAX_ORIGINS_LENGTH}; grant fewer, or remove one with 'releases owner remove'`,
  );
  const affected = served.filter(
    ({ name, consumes = [] }) =>
      name === remote || consumes.some((slot) => slot.startsWith(`${remote}.`)),
  );
  for (const release of affected)
    checkLength(
      `${release.name}@${release.version}`,
      release,
      measureLength(release, owners, true),
    );
}

type Page = Pick<ReleaseRecord, 'name' | 'consumes' | 'routes'>;

/** Refuses a release whose pages show slots of remotes with too many origins for the headers; as many as the live release has may stay, for repairs. */
export function checkPageOrigins(
  release: Page,
  { owners, current }: { owners: Owners; current?: Page | null | undefined },
): void {
  const length = lengthOfPage(release, owners);
  if (!current || length > lengthOfPage(current, owners))
    checkLength(release.name, release, length);
}

const lengthOfPage = (release: Page, owners: Owners): number =>
  measureLength(
    release,
    owners,
    release.routes.some(({ frames }) => frames === true),
  );

const getProviders = ({ consumes = [] }: Pick<Page, 'consumes'>): string[] => [
  ...new Set(consumes.map((slot) => slot.split('.')[0] ?? '')),
];

function measureLength(release: Omit<Page, 'routes'>, owners: Owners, hasFrames: boolean): number {
  const remotes = [release.name, ...getProviders(release)];
  const connect = [...new Set(remotes.flatMap((remote) => owners[remote]?.connect ?? []))];
  const frames = hasFrames ? owners[release.name]?.frames : [];
  return originsLength({ connect, frames });
}

const checkLength = (subject: string, release: Omit<Page, 'routes'>, length: number): void =>
  refuseUnless(
    length <= MAX_PAGE_ORIGINS_LENGTH,
    `${subject}: its origins and those of the remotes whose slots it shows (${getProviders(release).join(', ')}) would have ${length} characters, and the headers of its pages have room for ${MAX_PAGE_ORIGINS_LENGTH}; show slots of fewer remotes, or remove origins with 'releases owner remove'`,
  );

import { ReleaseRefused } from '../errors';
import { changeLive, readLive } from '../live';
import type { Store } from '../store';

/**
 * Signs one stored release anew, whoever signed it before; without a version the live one, its canary and its history, and then what
 * is live. `unsigned` reads what the signed store would refuse. Answers the versions.
 */
export async function signStored(
  unsigned: Store,
  signed: Store,
  remote: string,
  { version, why }: { version?: string | undefined; why: string },
): Promise<string[]> {
  const pointer = (await readLive(unsigned)).remotes[remote];
  if (!pointer && !version) throw new ReleaseRefused(`${remote} has nothing live to sign`);
  const live = pointer ? [pointer.version, ...pointer.history, ...(pointer.canary ? [pointer.canary.version] : [])] : [];
  const found: string[] = [];
  for (const wanted of new Set(version ? [version] : live)) {
    const file = `${remote}/${wanted}/release.json`;
    const content = await unsigned.read(file);
    if (!content) continue; // collected since
    await signed.write(file, content);
    found.push(wanted);
  }
  if (!version) await changeLive(signed, { remote, action: 'sign', why, next: (now) => now ?? null });
  return found;
}

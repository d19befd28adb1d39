import { describe, expect, it } from 'vitest';
import { checkFolder } from '../src/checks/candidate';
import { checkFolderScoping } from '../src/checks/scoping';
import { ownServes } from '../src/index';
import { type Build, build, owners } from './build';

const packed = (web: Record<string, string>, more: Build = {}): string =>
  build({ ...more, web, manifest: { packed: true } });
const check = (dist: string) => checkFolder(dist, { live: [], serves: ownServes(), owners });

describe('a packed build', () => {
  it('may have the federation runtime and names without a hash', async () => {
    const runtime =
      'hooks.errorLoadRemote;window.localStorage)return!!localStorage.getItem(`FEDERATION_DEBUG`)';
    const code = `function a(){try{if(${runtime.replace('hooks.errorLoadRemote;', '')}}catch{}}hooks.errorLoadRemote()`;
    await expect(check(packed({ 'remoteEntry.js': code }))).resolves.toBeUndefined();
    await expect(check(build({ web: { 'remoteEntry.js': code } }))).rejects.toThrow(
      /no content hash/,
    );
    const hashed = { 'remote.0123456789.js': code };
    await expect(check(build({ web: hashed }))).rejects.toThrow(
      /own copy of the federation runtime/,
    );
  });

  it.each([
    ['React', 'e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=t'],
    ['React DOM', 'e.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = t'],
    ['a renderer', 'inject({bundleType:0,rendererPackageName:"react-dom"})'],
    ['a router', 'self.__reactRouterVersion="7"'],
    ['the storage of the site', 'localStorage.getItem("token")'],
  ])('is refused with %s', async (_, code) => {
    await expect(check(packed({ 'page.js': code }))).rejects.toThrow(
      /own copy of .* list it in "shared" of your federation plugin|uses localStorage/,
    );
  });

  it('lists what the policy stops', async () => {
    const dist = packed({ 'page.js': 'e.innerHTML=t' });
    const { notes } = await checkFolderScoping('mf-booking', dist, true);
    expect(notes).toEqual(['web/page.js:1:3 makes markup from text']);
    await expect(checkFolderScoping('mf-booking', dist)).rejects.toThrow(/makes markup from text/);
  });
});

/** Returns the path of an asset (`import url from './x.svg'`) without its origin, so that server and browser render the same URL. */
export function assetPath(url: string): string {
  const origin = globalThis.location?.origin;
  return origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

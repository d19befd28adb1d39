/** The path of a file that the remote's build emitted (`import url from './x.svg'`), the same in the server's HTML and in the browser, where the build names it with its origin. */
export function assetPath(url: string): string {
  const origin = globalThis.location?.origin;
  return origin && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

import { parseUrl } from './parse-url';

/** Loads scripts of third parties whose origins are listed: each once for the page, a failed one anew when it is asked for again. */
export function createScriptLoader(
  origins: readonly string[],
  page: Window & typeof globalThis = window,
) {
  const loads = new Map<string, Promise<unknown>>();
  return <T>(url: string, name: string): Promise<T> => {
    const known = loads.get(url) ?? append(page, origins, url);
    loads.set(url, known);
    known.catch(() => loads.delete(url));
    return known.then(() => {
      const brought = (page as unknown as Record<string, T | undefined>)[name];
      if (brought === undefined) throw new Error(`${url} did not define ${name}`);
      return brought;
    });
  };
}

function append(
  page: Window & typeof globalThis,
  origins: readonly string[],
  url: string,
): Promise<void> {
  const origin = parseUrl(url)?.origin ?? url;
  if (!origins.includes(origin))
    return Promise.reject(new Error(`this site loads no scripts from ${origin}`));
  return new Promise((resolve, reject) => {
    const script = Object.assign(page.document.createElement('script'), { src: url, async: true });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    };
    page.document.head.append(script);
  });
}

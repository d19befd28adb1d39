import { parseUrl } from './leave';

/** Loads third-party scripts from listed origins, each once per page. Failures are not cached. */
export function createScriptLoader(
  origins: readonly string[],
  page: Window & typeof globalThis = window,
) {
  const loads = new Map<string, Promise<unknown>>();
  return <T>(url: string, name: string): Promise<T> => {
    const load = loads.get(url) ?? append(page, origins, url);
    loads.set(url, load);
    load.catch(() => loads.delete(url));
    return load.then(() => {
      const value = (page as unknown as Record<string, T | undefined>)[name];
      if (value === undefined) throw new Error(`${url} did not define ${name}`);
      return value;
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
    return Promise.reject(new Error(`script origin is not allowed: ${origin}`));
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

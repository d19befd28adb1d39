import type { ShareScope } from './share';

/** What the entry of a remote leaves under its global name: the protocol of Module Federation. */
export interface Container {
  init(scope: ShareScope): unknown;
  get(module: string): Promise<() => unknown>;
}

/** Runs the entry of a remote and answers the container that it leaves; nothing else that stands under its name is taken for one. */
export function runContainer(name: string, entry: HTMLScriptElement): Promise<Container> {
  const page = globalThis as unknown as Record<string, Container | undefined>;
  page[name] = undefined;
  return new Promise((resolve, reject) => {
    const fail = (what: string) => {
      entry.remove();
      reject(new Error(`${entry.src} ${what}`));
    };
    entry.onerror = () => fail('could not be loaded');
    entry.onload = () => {
      const container = page[name];
      if (typeof container?.init === 'function' && typeof container.get === 'function')
        resolve(container);
      else fail('has left no container');
    };
    document.head.append(entry);
  });
}

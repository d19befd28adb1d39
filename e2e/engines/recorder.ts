/** What a page did wrong: errors, unhandled rejections, console errors and policy violations, one line each. */
export type Problems = string[];

/**
 * Runs at the start of every document. Neither Firefox nor WebKit reports all of this to its driver, so the page records it
 * itself, across the documents of a tab.
 */
function record(): void {
  const page = self as typeof self & { problems?: string[] };
  if (page.problems) return;
  const problems: string[] = [];
  page.problems = problems;
  const add = (kind: string, text: unknown) => problems.push(`${kind}: ${String(text)}`);
  document.addEventListener('securitypolicyviolation', (event) =>
    add('policy violation', `${event.violatedDirective} of ${event.blockedURI} ${event.sample}`),
  );
  addEventListener(
    'error',
    ({ message, target, filename, lineno }) => {
      const { rel, as, src, href } = target as Partial<HTMLLinkElement & HTMLImageElement>;
      if (rel === 'preload' && as === 'script') return; // WebKit refuses them all; the page fetches them
      add('error', message ? `${message} (${filename}:${lineno})` : (src ?? href ?? target));
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => add('rejection', reason));
  const { error } = console;
  console.error = (...texts: unknown[]) => {
    add('console', texts.map(String).join(' '));
    error.apply(console, texts);
  };
}

export const RECORDER = `(${record.toString()})();`;

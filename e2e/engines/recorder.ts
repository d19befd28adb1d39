/** Errors, unhandled rejections, console errors and policy violations, one line each. */
export type Problems = string[];

/** Records the problems of a tab. Runs at the start of every document, because the drivers of Firefox and WebKit do not report all of them. */
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
      if (rel === 'preload' && as === 'script') return; // WebKit rejects them all; the page fetches them
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

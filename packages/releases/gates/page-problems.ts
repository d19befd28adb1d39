import type { Session } from './devtools';

interface Thing {
  value?: unknown;
  description?: string;
}

interface EventParams {
  type: string;
  exceptionDetails: { text: string; exception?: Thing };
  args: Thing[];
  entry: { level: string; source: string; text: string; url?: string };
  requestId: string;
  request: { url: string };
  sessionId: string;
  targetInfo: { type: string };
}

/** Expected statuses, because the site's small API supports few calls. */
const HARMLESS = /status of (401|404)/;

/** Returns the error message as the page's code would see it. */
export function getMessage(text: string, exception?: Thing): string {
  if (!exception) return text;
  if (exception.description === undefined) return String(exception.value ?? text);
  const [whole = ''] = exception.description.split(/\n {4}at /);
  return whole.replace(/^(?:Uncaught )?[\w$]*(?:Error|Exception): /, '');
}

const print = ({ value, description }: Thing) =>
  value === undefined ? (description ?? 'undefined') : String(value);

/** Target of a call that the target's CORS headers refuse. Servers of teams may allow the live site's origin only. */
const BLOCKED_BY_CORS =
  /^Access to [^']* at '([^']+)' .*from origin '[^']*' has been blocked by CORS/;

/** Returns the origin of a URL, or the URL: Chromium loads some that Node rejects, such as `http://xn--a/`. */
const getOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

const VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error(event.violatedDirective + ' refuses ' + event.blockedURI))`;

/** Watches a page, its frames and its workers: problems, pending requests, load events. */
export async function listenToPage(page: Session) {
  const problems: string[] = [];
  let origins: string[] = [];
  const open = new Set<string>();
  let onLoad = () => {};
  const report = (text: string) => {
    if (!HARMLESS.test(text)) problems.push(text);
  };
  const heard: Record<string, (params: EventParams, session: Session) => void> = {
    'Runtime.exceptionThrown': ({ exceptionDetails: { text, exception } }) =>
      problems.push(getMessage(text, exception)),
    'Runtime.consoleAPICalled': ({ type, args }) => {
      if (type === 'error') report(args.map(print).join(' '));
    },
    'Log.entryAdded': ({ entry: { level, source, text, url } }) => {
      const target = BLOCKED_BY_CORS.exec(text)?.[1] ?? (source === 'network' ? url : undefined);
      const isThirdPartyDown = target && !origins.includes(getOrigin(target));
      if (level === 'error' && source !== 'worker' && !isThirdPartyDown) report(text);
    },
    'Network.requestWillBeSent': ({ requestId, request: { url } }) => {
      if (!/^data:|\/favicon\.ico$/.test(url)) open.add(requestId);
    },
    'Network.loadingFinished': ({ requestId }) => open.delete(requestId),
    'Network.loadingFailed': ({ requestId }) => open.delete(requestId),
    'Inspector.targetCrashed': () => problems.push('it crashed'),
    // a dialog would block the page; `beforeunload` is accepted
    'Page.javascriptDialogOpening': ({ type }, session) =>
      void session
        .send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' })
        .catch(() => {}), // the page is gone, and its dialog with it
    'Target.attachedToTarget': ({ sessionId, targetInfo: { type } }, session) =>
      void follow(session.other(sessionId), type).catch(() => {}), // it ended while attaching
  };

  /** Watches a session and resumes it; ignores a page that is closed by then. */
  async function follow(session: Session, type: string): Promise<void> {
    const hasDocument = type === 'page' || type === 'iframe';
    session.listen((method, params) => {
      if (method === 'Page.loadEventFired' && type === 'page') onLoad();
      heard[method]?.(params as unknown as EventParams, session);
    });
    const enabled = ['Runtime.enable', 'Network.enable'];
    if (hasDocument) enabled.push('Page.enable', 'Log.enable', 'Inspector.enable');
    await Promise.all([
      ...enabled.map((method) => session.send(method)),
      hasDocument && session.send('Page.addScriptToEvaluateOnNewDocument', { source: VIOLATIONS }),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
      session.send('Runtime.runIfWaitingForDebugger'),
    ]);
  }

  await follow(page, 'page');
  return {
    problems,
    open,
    /** Forgets the previous page. Calls to origins other than those of `url` and `apiUrl` may fail: an outage there must not stop all releases. */
    begin(url: string, apiUrl = url): void {
      problems.length = 0;
      open.clear();
      origins = [url, apiUrl].map((each) => new URL(each).origin);
    },
    loaded: () =>
      new Promise<void>((resolve) => {
        onLoad = resolve;
      }),
  };
}

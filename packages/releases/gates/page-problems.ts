import type { Session } from './devtools';

interface Thing {
  value?: unknown;
  description?: string;
}

/** What is read of the protocol's events; each has some of it. */
interface EventParams {
  type: string;
  exceptionDetails: { text: string; exception?: Thing };
  args: Thing[];
  entry: { level: string; source: string; text: string };
  requestId: string;
  request: { url: string };
  sessionId: string;
  targetInfo: { type: string };
}

/** Answers that a page may get, as the site's small API knows few calls. */
const HARMLESS = /status of (401|404)/;

/** What a page's own code would see as the error's message. */
export function messageOf(text: string, exception?: Thing): string {
  if (!exception) return text;
  if (exception.description === undefined) return String(exception.value ?? text);
  const [whole = ''] = exception.description.split(/\n {4}at /);
  return whole.replace(/^(?:Uncaught )?[\w$]*(?:Error|Exception): /, '');
}

const print = ({ value, description }: Thing) =>
  value === undefined ? (description ?? 'undefined') : String(value);

const VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error(event.violatedDirective + ' refuses ' + event.blockedURI))`;

/** Listens to a page, to its frames and to its workers: what goes wrong, which requests are open, and when it has loaded. */
export async function listenToPage(page: Session) {
  const problems: string[] = [];
  const open = new Set<string>();
  let onLoad = () => {};
  const report = (text: string) => {
    if (!HARMLESS.test(text)) problems.push(text);
  };
  const heard: Record<string, (params: EventParams, session: Session) => void> = {
    'Runtime.exceptionThrown': ({ exceptionDetails: { text, exception } }) =>
      problems.push(messageOf(text, exception)),
    'Runtime.consoleAPICalled': ({ type, args }) => {
      if (type === 'error') report(args.map(print).join(' '));
    },
    'Log.entryAdded': ({ entry: { level, source, text } }) => {
      if (level === 'error' && source !== 'worker') report(text);
    },
    'Network.requestWillBeSent': ({ requestId, request: { url } }) => {
      if (!/^data:|\/favicon\.ico$/.test(url)) open.add(requestId);
    },
    'Network.loadingFinished': ({ requestId }) => open.delete(requestId),
    'Network.loadingFailed': ({ requestId }) => open.delete(requestId),
    'Inspector.targetCrashed': () => problems.push('it crashed'),
    // a dialog would stop the page; whether it may be left is asked of somebody who says yes
    'Page.javascriptDialogOpening': ({ type }, session) =>
      void session
        .send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' })
        .catch(() => {}),
    'Target.attachedToTarget': ({ sessionId, targetInfo: { type } }, session) =>
      void follow(session.other(sessionId), type).catch(() => {}),
  };

  /** Hears a session, and lets it run where it waits for that; a page that is gone by then says nothing. */
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
    /** The requests that have no answer yet. */
    open,
    /** Resolves with the next `load`. */
    loaded: () =>
      new Promise<void>((resolve) => {
        onLoad = resolve;
      }),
  };
}

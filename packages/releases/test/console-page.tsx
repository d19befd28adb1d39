// A page of the console in jsdom, with a server of fixed documents.
import type { ConsoleSession, RemoteDetails, TimelineRelease } from '@carry/contracts/console';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { vi } from 'vitest';
import { ChangeArea } from '../console/change/change-area';
import { SessionProvider } from '../console/data/session';
import { SessionEnded } from '../console/welcome/session-ended';

const API = '/console/api';

const session: ConsoleSession = {
  ...{ name: 'kim', role: 'team', csrf: 'token of the session' },
  remotes: { 'mf-booking': null, 'mf-account': 'You may look at mf-account, but not change it.' },
  authors: { 'mf-booking': { 'key 1a2b': 'the team of mf-booking' }, site: {} },
};

/** The stream of the server; `EventSource` in jsdom. */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];
  /** Opened ever. */
  static total = 0;
  static readonly CLOSED = 2;
  readonly url: string;
  readyState = 1;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
    FakeEventSource.total++;
  }

  close(): void {
    FakeEventSource.opened = FakeEventSource.opened.filter((source) => source !== this);
  }
}

interface PageOptions {
  /** Pattern and address of the page. */
  path?: string;
  at?: string;
  /** Documents by their address below `/console/api`, with the query. */
  documents: Record<string, unknown>;
  /** Status with which the server refuses each request at first. */
  refused?: number | null;
}

interface SentChange {
  path: string;
  csrf: string | null;
  body: unknown;
}

export interface OpenedPage {
  element: HTMLElement;
  /** Addresses of the documents that the page loaded, in order. */
  reads: string[];
  sent: SentChange[];
  /** Number of streams that all pages have opened. */
  streams(): number;
  /** Number of streams that are open now. */
  openStreams(): number;
  /** Sets why the server refuses each request; null: it does not. */
  refuse(status: number | null): void;
  /** Holds the replies to changes. Returns what sends them: with the change done, or with the status that refuses it then. */
  holdReplies(): () => Promise<void>;
  /** Hides or shows the browser tab. */
  setHidden(isHidden: boolean): Promise<void>;
  /** Sends an event of the server's stream to the page. */
  announce(event: string): Promise<void>;
  /** Ends the stream like a server that refuses to open it again. */
  refuseStream(): Promise<void>;
  press(button: string): Promise<void>;
  fill(label: string, value: string): Promise<void>;
  field(label: string): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  close(): Promise<void>;
}

/** Opens a page with a session of the team of mf-booking. Close it in `afterEach` with {@link closePages}. */
export async function openPage(
  page: ReactElement,
  { path = '/', at = path, documents, refused = null }: PageOptions,
): Promise<OpenedPage> {
  const known = { '/session': session, ...documents };
  const [reads, sent]: [string[], SentChange[]] = [[], []];
  let refusal = refused;
  let replies: Promise<void> | undefined;
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const address = url.slice(API.length);
    if (address === '/sign-in') return Response.json({ kind: 'oidc' });
    if (init.method === 'POST') await replies;
    if (refusal) return Response.json({ detail: 'refused' }, { status: refusal });
    if (init.method === 'POST') {
      const csrf = new Headers(init.headers).get('x-csrf-token');
      sent.push({ path: address, csrf, body: JSON.parse(String(init.body)) });
      return Response.json({ text: 'it is done' });
    }
    reads.push(address);
    const document = (known as Record<string, unknown>)[address];
    return document === undefined
      ? Response.json({ detail: `there is no document ${address}` }, { status: 422 })
      : Response.json(document);
  });
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  await settle(() =>
    root.render(
      <MemoryRouter initialEntries={[at]}>
        <SessionProvider
          signedOut={<p>Signed out</p>}
          ended={(resume) => <SessionEnded onContinue={resume} />}
        >
          <ChangeArea>
            <Routes>
              <Route path={path} element={page} />
            </Routes>
          </ChangeArea>
        </SessionProvider>
      </MemoryRouter>,
    ),
  );
  const opened: OpenedPage = {
    ...{ element, reads, sent },
    streams: () => FakeEventSource.total,
    openStreams: () => FakeEventSource.opened.length,
    refuse(status) {
      refusal = status;
    },
    holdReplies() {
      let release = () => {};
      replies = new Promise((resolve) => {
        release = resolve;
      });
      return () => settle(release);
    },
    setHidden: (isHidden) =>
      settle(() => {
        vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
        document.dispatchEvent(new Event('visibilitychange'));
      }),
    announce: (event) =>
      settle(() => {
        for (const source of FakeEventSource.opened) source.dispatchEvent(new Event(event));
      }),
    refuseStream: () =>
      settle(() => {
        for (const source of [...FakeEventSource.opened]) {
          source.close();
          source.readyState = FakeEventSource.CLOSED;
          source.dispatchEvent(new Event('error'));
        }
      }),
    press: (button) => settle(() => findButton(element, button).click()),
    fill: (label, value) => settle(() => setValue(findField(element, label), value)),
    field: (label) => findField(element, label),
    async close() {
      await act(async () => root.unmount());
      element.remove();
    },
  };
  pages.push(opened);
  return opened;
}

const pages: OpenedPage[] = [];

export async function closePages(): Promise<void> {
  for (const page of pages.splice(0)) await page.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

/** Acts, and waits until the page has loaded what it asks for. */
async function settle(action: () => void): Promise<void> {
  await act(async () => action());
  for (let round = 0; round < 5; round++)
    await act(async () => new Promise((resolve) => setTimeout(resolve)));
}

function findButton(element: HTMLElement, name: string): HTMLButtonElement {
  const buttons = [...element.querySelectorAll('button')];
  const label = (button: HTMLButtonElement) =>
    button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '';
  const found = buttons.findLast((button) => label(button) === name); // a dialog is above the page
  if (found) return found;
  throw new Error(`there is no button '${name}', only ${buttons.map(label).join(', ')}`);
}

function findField(element: HTMLElement, name: string): ReturnType<OpenedPage['field']> {
  const label = [...element.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(name),
  );
  const field = label?.control;
  if (!field) throw new Error(`there is no field '${name}'`);
  return field as ReturnType<OpenedPage['field']>;
}

/** Changes a field as a person does: React reads it from the event. */
function setValue(field: ReturnType<OpenedPage['field']>, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const AT = '2026-11-27T08:00:00.000Z';

const timelineRelease = (version: string, state: TimelineRelease['state']): TimelineRelease => ({
  ...{ version, state, commit: 'abc', createdAt: AT, contractVersion: 2, liveSince: null },
  ...{ by: null, quarantine: null, signedBy: null, routes: 1, bytes: 1000 },
});

/** A remote with a live release, one before it and one beside it. */
export const remoteDetails = (more: Partial<RemoteDetails> = {}): RemoteDetails => ({
  name: 'mf-booking',
  paths: ['/booking'],
  contact: null,
  live: timelineRelease('1.2.0-live', 'live'),
  canary: null,
  hold: null,
  waits: false,
  finished: false,
  freeze: null,
  history: ['1.1.0-before', '1.0.0-first'],
  ahead: [],
  lock: null,
  quarantine: {},
  previews: [],
  changes: [],
  flags: [],
  refusals: [],
  older: null,
  releases: [
    timelineRelease('1.3.0-next', 'stored'),
    timelineRelease('1.2.0-live', 'live'),
    timelineRelease('1.1.0-before', 'earlier'),
    timelineRelease('1.0.0-first', 'earlier'),
  ],
  ...more,
});

import type { ConsoleChange, ConsoleSession } from '@carry/contracts/console';
import type { Provider } from './provider';

/** A browser at a console: keeps cookies, sends the headers that a page of the console sends. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>();
  /** Attributes of the cookies as they were set. */
  readonly set: string[] = [];
  csrf = '';
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
    });
    for (const [name, value] of new Headers(init.headers))
      value === '' ? headers.delete(name) : headers.set(name, value);
    const answer = await fetch(this.url + path, { ...init, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) {
      this.set.push(cookie);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** Returns a document of the console. */
  read = async <Value>(path: string): Promise<Value> =>
    (await this.ask(`/console/api${path}`)).json() as Promise<Value>;

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.ask(`/console/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        origin: this.url,
        'content-type': 'application/json',
        'x-csrf-token': this.csrf,
        ...headers,
      },
    });
  }

  change = (change: ConsoleChange, headers: Record<string, string> = {}) =>
    this.post('/changes', change, headers);

  /** Loads the session as the page does at its start. */
  async start(): Promise<ConsoleSession> {
    const session = await this.read<ConsoleSession>('/session');
    this.csrf = session.csrf;
    return session;
  }

  /** Signs in with a one-time link. */
  enter(link: string): Promise<Response> {
    return this.post('/enter', { token: link.slice(link.indexOf('#sign-in=') + 9) });
  }

  /** Signs in at a provider with an account, to see the page `to`. Returns the last response. */
  async signIn(
    provider: Provider,
    claims: Record<string, unknown>,
    to?: string,
  ): Promise<Response> {
    const authorize = await this.begin(to);
    const code = provider.grant(authorize, claims);
    return this.finish(code, authorize.searchParams.get('state') ?? '');
  }

  /** Returns the address of the provider to which the console sends the browser. */
  async begin(to?: string): Promise<URL> {
    const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`;
    const headers = { 'sec-fetch-site': 'none' };
    const answer = await this.ask(`/console/sign-in${query}`, { headers });
    return new URL(answer.headers.get('location') ?? '');
  }

  finish = (code: string, state: string) =>
    this.ask(`/console/signed-in?${new URLSearchParams({ code, state })}`, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
}

/** Returns status and sentence of a response. */
export async function answered(response: Response | Promise<Response>): Promise<string> {
  const { status, ...answer } = await response;
  void answer;
  const text = await (await response).text();
  const { detail, text: done } = JSON.parse(text) as { detail?: string; text?: string };
  return `${status} ${detail ?? done ?? text}`;
}

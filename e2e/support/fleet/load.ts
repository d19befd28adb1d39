import { setTimeout as sleep } from 'node:timers/promises';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { demo } from 'api/demo';
import type { Fleet } from './fleet';

const PAGES = ['/', '/cs2', '/booking/1', '/login', '/valorant', '/sessions'];
const DAY_MS = 86_400_000;
/** Milliseconds. */
const BUDGET_MS = 30_000;

export interface Load {
  /** Invalid pages, 5xx responses and broken connections. */
  failed: string[];
  /** Writes that failed during a crash and were retried. */
  again: string[];
  pages: number;
  reads: number;
  paid: number[];
  stop(): Promise<void>;
}

/** Returns every file URL in the HTML, including each one in a `srcset`. */
const getFiles = (html: string) =>
  [...html.matchAll(/["\s](\/(?:assets\/static|remotes)\/[^"\s]+)/g)].map(([, file = '']) => file);

/** Generates page loads, reads and bookings of one student. `mayRetry`: retries failed writes, as a person would. */
export async function startLoad(
  { urls }: Pick<Fleet, 'urls'>,
  mayRetry: () => boolean,
): Promise<Load> {
  const load: Load = { failed: [], again: [], pages: 0, reads: 0, paid: [], stop: async () => {} };
  let running = true;
  const ask = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(BUDGET_MS) });

  async function look(turn: number): Promise<void> {
    while (running) {
      const page = PAGES[turn++ % PAGES.length] ?? '/';
      const failure = await ask(urls.site + page).then(
        async (answer) => {
          const html = await answer.text();
          const whole = html.endsWith('</html>');
          if (answer.status !== 200 || !whole)
            return `${answer.status} ${whole ? '' : 'cut '}${page}`;
          return lookAt(getFiles(html)[turn % getFiles(html).length] ?? '');
        },
        (error: Error) => `${error.message} ${page}`,
      );
      if (failure === null) load.pages++;
      else load.failed.push(failure);
    }
  }

  /** Checks that any site serves a file of any page. */
  const lookAt = (file: string): Promise<string | null> =>
    ask(urls.site + file).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status === 200 ? null : `${answer.status} ${file}`;
      },
      (error: Error) => `${error.message} ${file}`,
    );

  async function read(): Promise<void> {
    for (let day = 2; running; day = (day % 20) + 2) {
      const date = new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10);
      for (const path of [
        `/api/coach/1/available-slots/?date=${date}&duration=60`,
        '/api/coaches/1/',
      ]) {
        const status = await ask(urls.api + path).then(
          (answer) => answer.arrayBuffer().then(() => answer.status),
          (error: Error) => error.message,
        );
        if (status === 200) load.reads++;
        else load.failed.push(`${status} ${path}`);
      }
    }
  }

  const token = await signIn(urls.api);
  async function call(
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> {
    for (let attempt = 0; ; attempt++) {
      const answer = await ask(urls.api + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }).catch((error: Error) => error);
      const status = answer instanceof Error ? answer.message : answer.status;
      if (!(answer instanceof Error) && answer.status < 500)
        return { ...((await answer.json()) as object), status: answer.status };
      const what = `${status} ${method} ${path}`;
      if (attempt > 20 || !mayRetry()) throw new Error(what);
      load.again.push(what);
      await sleep(250);
    }
  }

  async function book(day: number): Promise<void> {
    const date = new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10);
    const free = await call('GET', `/api/coach/1/available-slots/?date=${date}&duration=60`);
    const [slot] = free['available_slots'] as { start: string }[];
    if (!slot) return;
    const order = { contact_info: 'fleet#1', details: 'Under load.' };
    const about = { date, time: slot.start, displayTime: slot.start, label: date };
    const created = await call('POST', '/api/create-booking/', {
      coach_id: 1,
      service_id: 1,
      quantity: 1,
      ...order,
      slot: about,
    });
    if (created['status'] !== 201) throw new Error(`a booking: ${JSON.stringify(created)}`);
    const checkout = await call('POST', '/api/create-checkout-session/', {
      ...{ booking_id: created['booking_id'], coachId: 1, serviceId: 1, slot: null, price: 1 },
      ...{ contactInfo: 'fleet#1', details: 'Under load.', serviceLabel: 'x', quantity: 1 },
    });
    const session = String(checkout['sessionId']);
    await ask(`${urls.sandbox}/c/pay/${session}/pay`, { method: 'POST', redirect: 'manual' });
    for (let tries = 0; tries < 100; tries++) {
      const answer = await call('GET', `/api/stripe/success-info/?session_id=${session}`);
      if (answer['status'] === 200) {
        load.paid.push(Number(created['booking_id']));
        return;
      }
      await sleep(100);
    }
    throw new Error('a payment was never confirmed');
  }

  async function keepBooking(): Promise<void> {
    for (let day = 2; running; day = (day % 25) + 2)
      await book(day).catch((error: Error) => void load.failed.push(error.message));
  }

  const all = [look(0), look(2), look(4), read(), keepBooking()];
  load.stop = async () => {
    running = false;
    await Promise.all(all);
  };
  return load;
}

async function signIn(api: string): Promise<string> {
  const challenge = await (await fetch(`${api}/api/captcha/challenge/`)).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  const answer = await fetch(`${api}/api/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: demo.student.email,
      password: demo.student.password,
      recaptcha: btoa(JSON.stringify({ challenge, solution })),
    }),
  });
  return ((await answer.json()) as { access: string }).access;
}

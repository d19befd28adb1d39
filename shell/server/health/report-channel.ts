import { createHmac } from 'node:crypto';
import { createClient } from '@redis/client';
import { z } from 'zod';
import { reportList } from './report-schema';

const CONNECT_MS = 3000;
const MAX_WAIT_MS = 5000;
const MAX_MESSAGE_BYTES = 16 * 1024;

/** What one page reported, as one site tells the others. The reporter, by network and by caller, is named by a keyed hash. */
const shared = z.object({
  from: z.string().max(40),
  view: z.string().max(80),
  network: z.string().max(40).nullable(),
  caller: z.string().max(40),
  reports: reportList,
});
export type SharedReport = Omit<z.infer<typeof shared>, 'from'>;

/** How the sites of one installation tell each other what pages report, so that all of them judge by all reports. */
export interface ReportChannel {
  /** `alone`: there is no other site to tell, by configuration. `lost`: Redis cannot be reached, each site judges by its own. */
  readonly state: 'alone' | 'shared' | 'lost';
  send(report: SharedReport): void;
  /** Hears what other sites were told. */
  listen(hear: (report: SharedReport) => void): void;
  close(): Promise<void>;
}

/** Of a site that is the only one. */
export const noChannel: ReportChannel = {
  state: 'alone',
  send() {},
  listen() {},
  async close() {},
};

interface ChannelOptions {
  url: string;
  /** Names this site among the others. */
  self: string;
  /** The secret that all sites of the installation have: it names their channel. */
  secret: string;
  log(line: string): void;
}

/** A channel through Redis. It opens at once, whether Redis answers or not, and comes back by itself. */
export function openReportChannel({ url, self, secret, log }: ChannelOptions): ReportChannel {
  const channel = `carry:reports:${createHmac('sha256', secret).update('carry-reports').digest('hex').slice(0, 16)}`;
  const options = {
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, MAX_WAIT_MS),
    },
  };
  const [speaking, listening] = [createClient(options), createClient(options)];
  const clients = [speaking, listening];
  let hear: (report: SharedReport) => void = () => {};
  let subscribed = false;
  let announced: 'lost' | 'shared' | null = null;
  const state = () => (subscribed && clients.every((client) => client.isReady) ? 'shared' : 'lost');
  const note = () => {
    const now = state();
    if (now === announced) return;
    announced = now;
    log(
      now === 'shared'
        ? 'reports are shared with the other sites through Redis'
        : 'Redis cannot be reached: this site judges releases by its own reports until it can',
    );
  };
  const take = (text: string) => {
    if (text.length > MAX_MESSAGE_BYTES) return;
    const parsed = shared.safeParse(parseJson(text));
    if (parsed.success && parsed.data.from !== self) hear(parsed.data);
  };
  for (const client of clients) {
    client.on('error', note);
    client.on('ready', () => state() === 'shared' && note()); // one of the two is not enough
    void client.connect().catch(() => {}); // it goes on trying
  }
  listening.once('ready', () => {
    listening.subscribe(channel, take).then(
      () => {
        subscribed = true; // a new connection subscribes again by itself
        note();
      },
      () => {},
    );
  });
  return {
    get state() {
      return state();
    },
    send(message) {
      if (!speaking.isReady) return;
      speaking.publish(channel, JSON.stringify({ from: self, ...message })).catch(() => {}); // the others miss one page
    },
    listen(listener) {
      hear = listener;
    },
    async close() {
      for (const client of clients) client.destroy();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { createClient } from '@redis/client';
import { sign } from 'server-kit/secrets';
import { z } from 'zod';
import { reportList } from './report-schema';

const CONNECT_MS = 3000;
const MAX_WAIT_MS = 5000;
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Remotes that the server failed to render on one page. */
export const MAX_FAILED = 20;

/** A page's reports as shared between sites. Network and caller are keyed hashes. */
const shared = z.object({
  from: z.string().max(40),
  view: z.string().max(80),
  network: z.string().max(40).nullable(),
  route: z.string().max(500).default(''),
  failed: z.array(z.string().max(100)).max(MAX_FAILED).default([]),
  caller: z.string().max(40),
  reports: reportList,
});
export type SharedReport = Omit<z.infer<typeof shared>, 'from'>;

/** Shares page reports between sites, so that each judges releases by all reports. */
export interface ReportChannel {
  /** `alone`: no Redis configured. `lost`: Redis is unreachable, so each site uses its own reports. */
  readonly state: 'alone' | 'shared' | 'lost';
  send(report: SharedReport): void;
  listen(listener: (report: SharedReport) => void): void;
  close(): Promise<void>;
}

export const noChannel: ReportChannel = {
  state: 'alone',
  send() {},
  listen() {},
  async close() {},
};

interface ChannelOptions {
  url: string;
  self: string;
  /** Shared secret of all sites; names their channel. */
  secret: string;
  log(line: string): void;
}

/** Opens a channel through Redis. Returns at once and reconnects with exponential backoff. */
export function openReportChannel({ url, self, secret, log }: ChannelOptions): ReportChannel {
  const channel = `carry:reports:${sign(secret, 'carry-reports').slice(0, 16)}`;
  const options = {
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (tries: number) => Math.min(100 * 2 ** tries, MAX_WAIT_MS),
    },
  };
  const [publisher, subscriber] = [createClient(options), createClient(options)];
  const clients = [publisher, subscriber];
  let onReport: (report: SharedReport) => void = () => {};
  let subscribed = false;
  let announced: 'lost' | 'shared' | null = null;
  const state = () => (subscribed && clients.every((client) => client.isReady) ? 'shared' : 'lost');
  const logState = () => {
    const now = state();
    if (now === announced) return;
    announced = now;
    log(
      now === 'shared'
        ? 'sharing page reports with other sites through Redis'
        : 'Redis is unreachable: this site uses only its own page reports until it reconnects',
    );
  };
  const receive = (text: string) => {
    if (text.length > MAX_MESSAGE_BYTES) return;
    const parsed = shared.safeParse(parseJson(text));
    if (parsed.success && parsed.data.from !== self) onReport(parsed.data);
  };
  for (const client of clients) {
    client.on('error', logState);
    client.on('ready', () => state() === 'shared' && logState());
    void client.connect().catch(() => {}); // the client reconnects
  }
  subscriber.once('ready', () => {
    subscriber.subscribe(channel, receive).then(
      () => {
        subscribed = true; // the client resubscribes after a reconnect
        logState();
      },
      () => {},
    );
  });
  return {
    get state() {
      return state();
    },
    send(message) {
      if (!publisher.isReady) return;
      // best effort: each site also counts its own reports
      publisher.publish(channel, JSON.stringify({ from: self, ...message })).catch(() => {});
    },
    listen(listener) {
      onReport = listener;
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

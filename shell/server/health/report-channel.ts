import { sign } from 'server-kit/secrets';
import { z } from 'zod';
import { RedisConnection } from './redis-connection';
import { reportList } from './report-schema';

const MAX_MESSAGE_BYTES = 16 * 1024;
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
  secret: string;
  log(line: string): void;
}

export function openReportChannel({ url, self, secret, log }: ChannelOptions): ReportChannel {
  const channel = `carry:reports:${sign(secret, 'carry-reports').slice(0, 16)}`;
  let onReport: (report: SharedReport) => void = () => {};
  let announced: 'lost' | 'shared' | null = null;
  const state = () => (publisher.isReady && subscriber.isReady ? 'shared' : 'lost');
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
  const onChange = (isReady: boolean) => {
    if (!isReady || state() === 'shared') logState();
  };
  const publisher = new RedisConnection(url, { onChange });
  const subscriber = new RedisConnection(url, {
    prepare: (client) => client.subscribe(channel, receive),
    onChange,
  });
  return {
    get state() {
      return state();
    },
    send(message) {
      if (!publisher.isReady) return;
      // best effort: each site also counts its own reports
      const text = JSON.stringify({ from: self, ...message });
      publisher.call((client) => client.publish(channel, text)).catch(() => {});
    },
    listen(listener) {
      onReport = listener;
    },
    async close() {
      publisher.close();
      subscriber.close();
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

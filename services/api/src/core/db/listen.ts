import pg from 'pg';
import { describeError, log } from '../process/log';

type Stop = () => Promise<void>;

/** Calls `heard` with the payload of each notification, and with null if some may have been missed. Resolves with a stop function. */
export type Listen = (channel: string, heard: (payload: string | null) => void) => Promise<Stop>;

const RECONNECT_MS = 2000;
const CONNECT_MS = 8000;
/** Heartbeat: a NAT or a failover drops idle connections without a FIN. */
const defaultTimes = { beatMs: 30_000, answerMs: 10_000 };

/** Listens on a connection of its own and reconnects. Needs a session: a pooler in transaction mode drops notifications. */
export const listenOnPostgres =
  (url: string, { beatMs, answerMs } = defaultTimes): Listen =>
  async (channel, heard) => {
    let client: pg.Client | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let beat: ReturnType<typeof setInterval> | undefined;
    let stopped = false;
    const connect = async () => {
      const current = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_MS,
        query_timeout: answerMs,
        keepAlive: true,
      });
      client = current;
      const lose = (error?: Error) => {
        if (stopped || client !== current) return;
        client = null;
        clearInterval(beat);
        log.warn(
          `lost the connection for notifications: ${error ? describeError(error) : 'ended'}`,
        );
        timer = setTimeout(() => void connect(), RECONNECT_MS);
        timer.unref();
        void current.end().catch(() => {});
      };
      current.on('error', lose);
      current.on('end', () => lose());
      current.on('notification', ({ payload }) => heard(payload ?? ''));
      try {
        await current.connect();
        await current.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        heard(null);
        beat = setInterval(() => current.query('SELECT 1').catch(lose), beatMs);
        beat.unref();
      } catch (error) {
        lose(error as Error);
      }
    };
    await connect();
    return async () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(beat);
      await client?.end();
    };
  };

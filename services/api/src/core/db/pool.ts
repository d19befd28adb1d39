import pg from 'pg';
import { describeError, log } from '../process/log';
import { StatementNames } from './statement-names';

export interface DatabaseTimeouts {
  connectMs: number;
  statementMs: number;
  lockMs: number;
  /** For a server that stopped responding; only the client enforces it. */
  answerMs: number;
}

export const defaultTimeouts: DatabaseTimeouts = {
  connectMs: 8000,
  statementMs: 8000,
  lockMs: 5000,
  answerMs: 10_000,
};
const IDLE_MS = 30_000;
const POOL_SIZE = 20;
export const MAX_CONNECTIONS = POOL_SIZE + 1;

/** Returns a client that names frequent statements, and disconnects when a query times out: the pool would reuse a busy connection. */
function impatientClient(statements: StatementNames): typeof pg.Client {
  const withName = (query: unknown): unknown => {
    if (typeof query !== 'object' || query === null) return query;
    const { text, name } = query as Partial<pg.QueryConfig>;
    return text === undefined || name ? query : { ...query, name: statements.getName(text) };
  };
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen signatures
    override query(query: unknown, ...about: any[]): any {
      const result = super.query(withName(query) as string, ...(about as []));
      if (result instanceof Promise)
        result.catch(({ message }: Error) => {
          if (message === 'Query read timeout')
            (
              this as unknown as { connection: { stream: { destroy(): void } } }
            ).connection.stream.destroy();
        });
      return result;
    }
  };
}

export function createPool(
  url: string,
  { connectMs, statementMs, lockMs, answerMs }: DatabaseTimeouts,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: impatientClient(new StatementNames()),
    max: POOL_SIZE,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: statementMs,
    query_timeout: answerMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
  });
  const report = (error: Error) => log.warn(`database connection lost: ${describeError(error)}`);
  pool.on('error', report);
  // The pool handles errors of idle connections only; a connection lost inside a transaction would crash the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

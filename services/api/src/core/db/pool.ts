import pg from 'pg';
import { describeError, log } from '../process/log';

/** How long one may wait for the database. */
export interface DatabaseTimeouts {
  /** For a connection, new or from the pool. */
  connectMs: number;
  /** For one statement, told to the server. */
  statementMs: number;
  /** For a lock that another transaction has. */
  lockMs: number;
  /** For a server that has stopped answering altogether. */
  answerMs: number;
}

export const defaultTimeouts: DatabaseTimeouts = {
  connectMs: 8000,
  statementMs: 8000,
  lockMs: 5000,
  answerMs: 10_000,
};
const IDLE_MS = 30_000;
const MAX_CONNECTIONS = 20;

/** A client that hangs up when the server stops answering: its connection would go back to the pool with the unanswered statement on it. */
class ImpatientClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen signatures
  override query(...about: any[]): any {
    const result = super.query(...(about as [string]));
    if (result instanceof Promise)
      result.catch(({ message }: Error) => {
        if (message === 'Query read timeout')
          (
            this as unknown as { connection: { stream: { destroy(): void } } }
          ).connection.stream.destroy();
      });
    return result;
  }
}

/** A pool of connections in which no wait is endless, and which recovers by itself when the server comes back. */
export function createPool(
  url: string,
  { connectMs, statementMs, lockMs, answerMs }: DatabaseTimeouts,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: ImpatientClient,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: statementMs,
    query_timeout: answerMs,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
  });
  const report = (error: Error) =>
    log.warn(`a database connection is lost: ${describeError(error)}`);
  pool.on('error', report);
  // The pool listens to its idle connections only; one that is lost in the middle of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

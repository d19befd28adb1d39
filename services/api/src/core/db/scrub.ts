import { DrizzleQueryError } from 'drizzle-orm';
import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import { inSpan } from 'server-kit/tracing';
import { isDriverWord, UNAVAILABLE } from './unavailable';

interface DatabaseErrorOptions {
  code: string | undefined;
  constraint: string | undefined;
  words?: string | undefined;
}

class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;
  readonly constraint: string | undefined;

  constructor(query: string, { code, constraint, words }: DatabaseErrorOptions) {
    super([code, constraint, words, `in: ${query}`].filter(Boolean).join(' '));
    this.code = code;
    this.constraint = constraint;
  }
}

function withoutValues(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  const { code, constraint, message } = (error.cause ?? {}) as {
    code?: string;
    constraint?: string;
    message?: string;
  };
  return isDriverWord(message)
    ? new DatabaseError(error.query, { code: code ?? UNAVAILABLE, constraint, words: message })
    : new DatabaseError(error.query, { code, constraint });
}

function getKind(statement: string) {
  const [, does = 'other'] = /^\s*(\w{1,20})/.exec(statement) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"(\w+)"/i.exec(statement) ?? [];
  const operation = does.toUpperCase();
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
  };
}

interface Prepared {
  queryWithCache(...about: unknown[]): Promise<unknown>;
}

/** Patches both drivers to remove query parameters, such as addresses and secrets, from error messages, which are logged. */
export function scrubDatabaseErrors(): void {
  const prepared = PgPreparedQuery.prototype as unknown as Prepared & { scrubbed?: true };
  if (prepared.scrubbed) return;
  const { queryWithCache } = prepared;
  prepared.scrubbed = true;
  prepared.queryWithCache = function (this: Prepared, ...about) {
    const { name, attributes } = getKind(String(about[0]));
    return inSpan(name, attributes, () => queryWithCache.apply(this, about)).catch(
      (error: unknown) => {
        throw withoutValues(error);
      },
    );
  };
}

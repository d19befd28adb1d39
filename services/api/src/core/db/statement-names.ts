import { createHash } from 'node:crypto';

/** Each connection keeps the plans of its named statements. */
const MAX_NAMES = 150;
const MAX_COUNTED = 1000;
const NAMED_AFTER = 5;
const planned = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Names the frequent statements of a pool. PostgreSQL parses and plans a named one once for a connection, an unnamed one each time.
 * A name is a hash of the statement, so that behind a pooler no process can run the statement of another by its name.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly uses = new Map<string, number>();

  nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size === MAX_NAMES || !planned.test(text)) return name;
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (uses < NAMED_AFTER) {
      if (this.uses.size === MAX_COUNTED) this.uses.clear();
      this.uses.set(text, uses);
      return undefined;
    }
    this.uses.delete(text);
    const next = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    this.names.set(text, next);
    return next;
  }
}

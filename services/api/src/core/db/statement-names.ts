import { createHash } from 'node:crypto';

/** Each connection keeps the plans of its named statements. */
const MAX_NAMES = 150;
const MAX_COUNTED = 1000;
const NAMED_AFTER = 5;
const planned = /^\s*(select|with|insert|update|delete)\b/i;

/** Names frequent statements, so that PostgreSQL plans each once a connection. Names are hashes: behind a pooler, processes share them. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly uses = new Map<string, number>();

  getName(text: string): string | undefined {
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

import { type SQL, sql } from 'drizzle-orm';

/** SQL of a constraint, which takes no parameters: the limits become literals. */
export const literal = (text: TemplateStringsArray, ...limits: number[]): SQL =>
  sql.raw(String.raw({ raw: text }, ...limits));

import { z } from 'zod';
import { MAX_PAGE } from '../rules/limits';
import { numeric, text } from './fields';

const MAX_CURSOR = 100;

export const pageQuery = {
  /** `next` of the page before; opaque. */
  cursor: text(MAX_CURSOR).optional(),
  limit: numeric(z.number().int().min(1).max(MAX_PAGE)).optional(),
};

/** One page of a list. It ends early where it would exceed 60 KB. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    results: z.array(row),
    next: z.string().nullable(),
  });

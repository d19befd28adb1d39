import { z } from '@hono/zod-openapi';

const LARGEST_ID = 2 ** 31 - 1;

/** A row's id, as a number or its digits. */
export const id = z.coerce.number().int().min(1).max(LARGEST_ID).openapi({ type: 'integer', example: 1 });

/** Text that the database can hold; trimmed when asked for. */
export const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((value) => !value.includes('\0'), 'must not contain NUL');

export const filled = (longest: number) => text(longest).trim().min(1);

export const email = text(254)
  .trim()
  .toLowerCase()
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an email address');

export const detail = z.object({ detail: z.string() });

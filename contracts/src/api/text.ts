import { z } from 'zod';

/** `GET /api/texts/{name}/`; `title` is empty where the file begins without one. */
export const siteText = z.object({ title: z.string(), markdown: z.string() });

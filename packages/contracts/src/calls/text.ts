import { z } from 'zod';
import { textNames } from '../rules/texts';
import type { CallTable } from './rules';

/** Page text of the operator; `title` is empty if the file has no heading. */
const siteText = z.object({ title: z.string(), markdown: z.string() });
export type SiteText = z.infer<typeof siteText>;

export const textCalls = {
  'GET /api/texts/{name}/': {
    summary: "The operator's terms, privacy policy, refund policy or imprint, in markdown",
    params: z.object({ name: z.enum(textNames) }),
    answers: { 200: siteText },
  },
} satisfies CallTable;

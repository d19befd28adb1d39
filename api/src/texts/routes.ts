import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createRoute, z } from '@hono/zod-openapi';
import { siteText } from 'contracts/api';
import { textNames } from 'contracts/texts';
import type { ApiConfig } from '../config';
import { notFound } from '../http/problem';
import { createRouter, json, refusals } from '../http/router';
import type { Services } from '../services';

/** What the operator of an installation has to say, in markdown files of its own. */
export function textRoutes({ config }: Services) {
  const app = createRouter();
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/texts/{name}/',
      summary: "The operator's terms, privacy policy, refund policy or imprint, in markdown",
      request: { params: z.object({ name: z.enum(textNames) }) },
      responses: { 200: json(siteText), ...refusals },
    }),
    async (context) => {
      const file = path.join(config.textsFolder, `${context.req.valid('param').name}.md`);
      const source = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw notFound();
        throw error;
      });
      return context.json(split(fill(source, config)), 200);
    },
  );
  return app;
}

/** Writes this installation's names and rules in the place of `{siteName}`, `{siteUrl}`, `{cancelHours}` and `{holdMinutes}`. */
function fill(source: string, { siteName, siteUrl, cancelHours, holdMinutes }: ApiConfig): string {
  const values: Record<string, string | number> = { siteName, siteUrl, cancelHours, holdMinutes };
  return source.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

/** The heading on the first line, and what stands below it. */
function split(source: string): z.infer<typeof siteText> {
  const [first = '', ...rest] = source.trim().split('\n');
  const title = /^#\s+(.+?)\s*#*$/.exec(first)?.[1];
  return title ? { title, markdown: rest.join('\n').trim() } : { title: '', markdown: source.trim() };
}

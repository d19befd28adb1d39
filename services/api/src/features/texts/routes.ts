import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteText } from '@carry/contracts/api';
import type { ApiConfig } from '../../core/config';
import { notFound } from '../../core/errors/problem';
import type { Handler, Handlers } from '../../core/http/handler';

const getText: Handler<'GET /api/texts/{name}/'> = async ({ config }, { params: { name } }) => {
  const source = await readFile(path.join(config.textsFolder, `${name}.md`), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? notFound() : error;
    },
  );
  return split(fill(source, config));
};

function fill(source: string, { siteName, siteUrl, cancelHours, holdMinutes }: ApiConfig): string {
  const values: Record<string, string | number> = { siteName, siteUrl, cancelHours, holdMinutes };
  return source.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

function split(source: string): SiteText {
  const [first = '', ...rest] = source.trim().split('\n');
  const title = /^#\s+(.+?)\s*#*$/.exec(first)?.[1];
  return title
    ? { title, markdown: rest.join('\n').trim() }
    : { title: '', markdown: source.trim() };
}

export const textHandlers = { 'GET /api/texts/{name}/': getText } satisfies Partial<Handlers>;

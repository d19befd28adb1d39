import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { ShellAssets } from '../files/shell-assets';

const SOON_MS = 5;

const attribute = (element: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '';

export const listHints = ({ fonts }: Pick<ShellAssets, 'fonts'>): string[] =>
  fonts.map((font) => `<${attribute(font, 'href')}>; rel=preload; as=font; crossorigin=anonymous`);

/** Sends 103 Early Hints to a browser if the page takes longer than 5 ms. */
export function hintMeanwhile<T>(
  context: Context,
  links: string[],
  pending: Promise<T>,
): Promise<T> {
  const { outgoing } = (context.env ?? {}) as { outgoing?: ServerResponse };
  const isNavigation = context.req.header('sec-fetch-mode') === 'navigate';
  if (links.length === 0 || !outgoing || !isNavigation || outgoing.req.httpVersion === '1.0')
    return pending;
  const timer = setTimeout(() => {
    if (!outgoing.headersSent && !outgoing.destroyed) outgoing.writeEarlyHints({ link: links });
  }, SOON_MS);
  return pending.finally(() => clearTimeout(timer));
}

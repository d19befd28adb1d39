import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { ShellAssets } from '../files/shell-assets';

/** A page that is there sooner needs no hint of what it will ask for. */
const SOON_MS = 5;

const attribute = (element: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '';

/** What every page asks for, and nothing else can come meanwhile: the typefaces. */
export const hintsOf = ({ fonts }: Pick<ShellAssets, 'fonts'>): string[] =>
  fonts.map((font) => `<${attribute(font, 'href')}>; rel=preload; as=font; crossorigin=anonymous`);

/** Whoever waits for a page in a browser is told with a 103 what it will need, where the page is not there at once. */
export function hintMeanwhile<T>(
  context: Context,
  links: string[],
  making: Promise<T>,
): Promise<T> {
  const { outgoing } = (context.env ?? {}) as { outgoing?: ServerResponse };
  const isNavigation = context.req.header('sec-fetch-mode') === 'navigate';
  if (links.length === 0 || !outgoing || !isNavigation || outgoing.req.httpVersion === '1.0')
    return making;
  const timer = setTimeout(() => {
    if (!outgoing.headersSent && !outgoing.destroyed) outgoing.writeEarlyHints({ link: links });
  }, SOON_MS);
  return making.finally(() => clearTimeout(timer));
}

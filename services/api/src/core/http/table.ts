import { formatDollars } from '@carry/contracts/format';
import type { Context } from 'hono';
import { StreamedText } from './stream-json';

/** Prints cents as dollars without sign of currency and separators, as spreadsheets read them. */
export const printCents = (cents: number): string =>
  formatDollars(cents / 100).replaceAll(/[$,]/g, '');

export async function sendTable(
  context: Context,
  name: string,
  pieces: AsyncGenerator<string>,
): Promise<Response> {
  const { method, path } = context.req;
  const text = await new StreamedText(pieces).open(`${method} ${path}`, context.get('onCutOff'));
  return context.body(text, 200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  });
}

import { expect, test } from 'vitest';
import { PagePrinter, type PageView } from './print-page';

test('fails each request of an unprintable cached page', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const page = { key: 'mf-a@1 /', outcome: 'hit', owner: null, loaderData: {} };
  const view = { page, composition: { id: 'a' } } as unknown as PageView;
  const printer = new PagePrinter({} as ConstructorParameters<typeof PagePrinter>[0]);
  for (let visitor = 0; visitor < 2; visitor++)
    await expect(printer.print(view, 'gzip')).rejects.toThrow(TypeError);
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

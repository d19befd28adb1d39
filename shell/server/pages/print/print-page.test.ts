import { expect, test } from 'vitest';
import { PagePrinter, type PageView } from './print-page';

test('a kept page that cannot be printed is an error of each visitor’s request, and of nothing else', async () => {
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

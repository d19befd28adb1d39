import { expect, test } from 'vitest';
import { printTable } from './format';

test('quotes cells and disarms formulas', () => {
  expect(
    printTable([
      ['a', 'b "c", d', 'two\nlines'],
      ['=1+1', '-2.50', '@x', '+x', '-x'],
      ['\t=x', '\n=x', '＝1+1', '＋x', '－x', '＠x'],
    ]),
  ).toBe(
    `a,"b ""c"", d","two\nlines"\r\n'=1+1,-2.50,'@x,'+x,'-x\r\n'\t=x,"'\n=x",'＝1+1,'＋x,'－x,'＠x\r\n`,
  );
});

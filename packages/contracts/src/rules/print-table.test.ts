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
    `a,"b ""c"", d","two\nlines"\r\n'=1+1,-2.50,'@x,'+x,'-x\r\n"\t'=x","\n'=x",'＝1+1,'＋x,'－x,'＠x\r\n`,
  );
});

test.each([
  ['Kim;=1+1;x', `"Kim;'=1+1;x"`],
  ['Kim;-5', `"Kim;'-5"`],
  ['Kim\t@x', `"Kim\t'@x"`],
  ['Kim\r\n+x', `"Kim\r\n'+x"`],
  ['Kim; =1', `"Kim;' =1"`],
  ['Kim;"=1"', `"Kim;'""=1"""`],
  ['a;b', '"a;b"'],
  ['a-b=c', 'a-b=c'],
])('disarms formulas behind other separators: %j', (cell, printed) => {
  expect(printTable([[cell]])).toBe(`${printed}\r\n`);
  // as a spreadsheet reads it that splits at semicolons and tabs, and knows quotes only at the start of a cell
  for (const part of `x,${printed}`.split(/[;\t\r\n]+/)) expect(part).not.toMatch(/^[" ]*[=+@-]/);
});

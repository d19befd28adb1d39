import { expect, test } from 'vitest';
import { glyphsIn } from './glyphs';

test.each(['<b>\u00d7</b>', "holds ? '\u2713' : '\u25cb'", 'Next \u2192', "content: '\u203a';"])(
  '%s is a glyph',
  (line) => expect(glyphsIn(`first\n${line}`)).toEqual([2]),
);

test.each([
  '{price} \u00d7 {count}',
  ', 2 \u00d7 $25',
  '/** \u2605 4.6 */',
  '// \u2192',
  'fast\u2026',
  'a \u2013 b',
])('%s is not a glyph', (line) => expect(glyphsIn(line)).toEqual([]));

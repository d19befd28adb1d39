import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Chart } from './chart';

const times = [0, 1, 2, 3].map((hour) => `2026-11-26T0${hour}:00:00Z`);
const draw = (values: (number | null)[]) =>
  renderToStaticMarkup(
    <Chart title="LCP" times={times} series={[{ label: '1.2.0', values }]} format={String} />,
  );

test('leaves gaps open and draws a single value', () => {
  const html = draw([0, 10, null, 5]);
  expect(/ d="([^"]+)"/.exec(html)?.[1]).toMatch(/^M0,100L33\.3\d*,0M100,50Z$/);
});

test('prints the scale and a table without styles in elements', () => {
  const html = draw([0, 10, null, 5]);
  const ticks = [...html.matchAll(/<text[^>]*>(\d+)</g)].map(([, value]) => value);
  expect(ticks).toEqual(['0', '5', '10']);
  expect(html).toContain('<td>5</td>');
  expect(html).not.toContain('style=');
});

test('shows nothing without a value', () => {
  expect(draw([null, null, null, null])).toBe('');
});

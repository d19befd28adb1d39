import { describe, expect, test } from 'vitest';
import type { OpenedPreview } from '../../../universal/page/boot';
import { printPreviewLine } from './preview-line';

const preview = (more: Partial<OpenedPreview> = {}): OpenedPreview => ({
  ...{ remote: 'mf-booking', channel: 'pr-42', version: '1.0.0-aaaaaaaaaaaa', commit: 'abc' },
  state: 'on',
  ...more,
});
const refs = ['mf-booking', 'mf-account'].map((name) => ({
  ...{ name, version: '', entry: '', integrity: '', expose: [] },
  routes: [{ path: `/${name.slice(3)}/:id`, files: [] }],
}));

const textOf = (previews: OpenedPreview[], owner: string | null = 'mf-booking') => {
  const ref = refs.find(({ name }) => name === owner);
  const page = { owner: ref ? { ref, pattern: '/' } : null };
  const { html } = printPreviewLine({ search: '', previews, composition: { refs }, page }) ?? {};
  return html && /<p>(.*)<\/p>/.exec(html)?.[1];
};

describe('printPreviewLine', () => {
  test('prints nothing without previews', () => {
    expect(textOf([])).toBeUndefined();
  });

  test('names what is previewed, with a way out', () => {
    expect(textOf([preview(), preview({ remote: 'mf-account', channel: 'pr-2' })])).toBe(
      'Preview of <strong>mf-booking</strong> pr-42, <strong>mf-account</strong> pr-2. Everything else is live.',
    );
    const page = { owner: null };
    const view = { previews: [preview()], composition: { refs }, page };
    const exitFrom = (search: string) => printPreviewLine({ ...view, search })?.html;
    expect(exitFrom('')).toContain('<a href="?preview=off" data-exit>Exit</a>');
    expect(exitFrom('?session_id=cs_1&a=%22')).toContain(
      '<a href="?session_id=cs_1&amp;a=%22&amp;preview=off" data-exit>Exit</a>',
    );
  });

  test.each([['mf-account'], [null]])('links to the preview from a page of %s', (owner) => {
    expect(textOf([preview()], owner)).toContain(
      'This page isn\'t part of it. <a href="/booking/1">Open /booking/1</a>',
    );
  });

  test('shows that a preview has ended, is out of reach or off', () => {
    expect(textOf([preview({ state: 'ended' })])).toBe(
      "The preview pr-42 of <strong>mf-booking</strong> isn't available anymore. You're seeing the live site.",
    );
    expect(textOf([preview({ state: 'unreachable' })])).toBe(
      "We can't load the preview pr-42 of <strong>mf-booking</strong> right now. You're seeing the live site.",
    );
    expect(textOf([preview({ state: 'off' })])).toBe(
      "Your preview is switched off. You're seeing the live site.",
    );
  });

  test('escapes a channel', () => {
    expect(textOf([preview({ channel: '<b>' })])).toContain('&lt;b&gt;');
  });
});

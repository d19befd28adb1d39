import { describe, expect, it } from 'vitest';
import { fillPage } from './fill-page';
import type { DatedPage } from './page-cache';

const place = (name: string, props: string, fallback: string) =>
  `<div data-slot="${name}" data-slot-props="${props}">${fallback}</div><template data-slot-end="${name}"></template>`;

const createPage = (html: string): DatedPage => ({
  status: 200,
  html,
  head: [],
  loaderData: {},
  complete: true,
  reads: ['/api/shop/'],
  gone: [],
  renderMs: 1,
  renderedAt: 0,
});

const html = `<main>${place('mf-rating.coach', '{&quot;coach&quot;:1}', '<div>later</div>')}<p>after</p></main>`;

describe('fillPage', () => {
  it('replaces a fallback by its slot, with data and reads', async () => {
    const asked: string[] = [];
    const page = await fillPage(createPage(html), ['mf-rating.coach'], async (mark, idPrefix) => {
      asked.push(`${mark.remote} ${mark.slot} ${mark.props} ${idPrefix}`);
      return {
        ...createPage('<b style="color:red">5 stars</b>'),
        loaderData: { data: { stars: '"5"' } },
        reads: ['/api/coaches/1/'],
        version: '1.0.0-aaaaaaaaaaaa',
      };
    });
    expect(asked).toEqual(['mf-rating coach {"coach":1} slot-0-']);
    expect(page.html).toBe(
      '<main><div data-slot="mf-rating.coach" data-slot-props="{&quot;coach&quot;:1}" data-slot-release="1.0.0-aaaaaaaaaaaa" data-slot-ids="slot-0-" data-slot-data="{&quot;stars&quot;:&quot;\\&quot;5\\&quot;&quot;}"><b style="color:red">5 stars</b></div><template data-slot-end="mf-rating.coach"></template><p>after</p></main>',
    );
    expect(page.reads).toEqual(['/api/shop/', '/api/coaches/1/']);
    expect(page.slots).toEqual([{ remote: 'mf-rating', slot: 'coach' }]);
    expect(page.inlineStyles).toHaveLength(1);
  });

  it('keeps the fallback of a slot that cannot be rendered', async () => {
    const page = await fillPage(createPage(html), ['mf-rating.coach'], async () => null);
    expect(page).toMatchObject({ html, slots: [] });
  });

  it('keeps the fallback of a slot whose data cannot be printed', async () => {
    const data: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    const slot = { ...createPage('<b>5 stars</b>'), loaderData: { data }, version: '1' };
    const page = await fillPage(createPage(html), null, async () => slot);
    expect(page.html).toBe(html);
  });

  it('renders no slot that the release does not declare', async () => {
    const page = await fillPage(createPage(html), ['mf-rating.other'], () => {
      throw new Error('rendered');
    });
    expect(page.html).toBe(html);
  });

  it('renders eight slots at most', async () => {
    let count = 0;
    const many = Array.from({ length: 20 }, () => place('mf-rating.coach', '{}', '')).join('');
    await fillPage(createPage(many), null, async () => {
      count++;
      return null;
    });
    expect(count).toBe(8);
  });

  it('ignores a place without an end', async () => {
    const open = '<div data-slot="mf-rating.coach" data-slot-props="{}">';
    const page = await fillPage(createPage(open), null, () => {
      throw new Error('rendered');
    });
    expect(page.html).toBe(open);
  });
});

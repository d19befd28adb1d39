import { type SeenSpan, startCollector } from './support/fleet/collector';
import { expect, startSite, test } from './support/site/fixtures';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const OUTSIDE = '00f067aa0ba902b7';

test('traces proxy, site and database without personal data @ours', {
  tag: '@full',
}, async () => {
  const collector = await startCollector();
  const site = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  try {
    await fetch(`${site.urls.site}/cs2`); // starts the render processes before the measured request
    const address = 'kim.trace@example.com';
    const page = await fetch(`${site.urls.site}/booking/1?token=hidden-word-1`, {
      headers: { traceparent: `00-${TRACE}-${OUTSIDE}-01` },
    });
    expect(await page.text()).toContain('<h1');
    await fetch(`${site.urls.api}/api/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: address, password: 'hidden-word-2' }),
    });
    const mine = () => collector.spans.filter(({ trace }) => trace === TRACE);
    const find = (service: string, name: RegExp) =>
      mine().find((span) => span.service === service && name.test(span.name));
    await expect
      .poll(() => [find('carry-api', /^SELECT coaches/), find('carry-site', /^GET page$/)])
      .toEqual([expect.anything(), expect.anything()]);

    const above = (span: SeenSpan | undefined) => mine().find(({ id }) => id === span?.parent);
    const query = find('carry-api', /^SELECT coaches/);
    const chain: string[] = [];
    let span = query;
    for (; span; span = above(span)) {
      chain.push(`${span.service}: ${span.name}`);
      if (span.name === 'GET page') expect(span.parent).toBe(OUTSIDE);
    }
    expect(chain).toEqual([
      'carry-api: SELECT coaches',
      expect.stringMatching(/^carry-api: GET \/api\/coaches\//),
      'carry-site: GET /api/coaches',
      'carry-site: render',
      'carry-site: page',
      'carry-site: GET page',
    ]);
    expect(find('carry-site', /^page$/)?.attributes).toMatchObject({
      'carry.page.route': '/booking/:coachId',
      'carry.release': expect.stringMatching(/^mf-booking@/),
    });
    expect(find('carry-site', /^GET page$/)?.attributes).toMatchObject({
      'carry.request_id': page.headers.get('x-request-id'),
    });
    await expect
      .poll(() => collector.spans.some(({ name }) => name === 'POST /api/token/'))
      .toBe(true);
    expect(collector.sent.join('')).not.toMatch(/kim\.trace|hidden-word/);

    await collector.stop();
    for (let page = 0; page < 20; page++) await fetch(`${site.urls.site}/booking/1`);
    const started = Date.now();
    expect((await fetch(`${site.urls.site}/booking/1`)).status).toBe(200);
    expect(Date.now() - started, 'a page waits for no collector').toBeLessThan(4000);
  } finally {
    const stopping = Date.now();
    await site.stop();
    expect(Date.now() - stopping, 'a stop waits a second for it at most').toBeLessThan(5000);
  }
});

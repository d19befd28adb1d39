import { expect, test } from 'vitest';
import { when } from './format';
import { compose } from './letter';

const site = { siteUrl: 'https://carry.example', siteName: 'Carry & Sons' };
const HOSTILE = '<img src=x onerror=alert(1)>"\'&amp; ‮ 🎯';

test('escapes user text in HTML and keeps it in plain text', {
  tags: ['@extra-7'],
}, () => {
  const { body, html = '' } = compose(site, {
    to: 'kim@example.com',
    subject: `Is ${HOSTILE} here?`,
    blocks: [
      `By ${HOSTILE}`,
      { facts: [['Coach', HOSTILE]] },
      { by: 'Why', quote: HOSTILE },
      { action: HOSTILE, url: `https://carry.example/?a="><script>` },
    ],
  });
  expect(html).not.toMatch(/<img|<script|"><script/);
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)).toHaveLength(6);
  expect(html).toContain('Carry &amp; Sons');
  expect(body).toBe(
    `By ${HOSTILE}\n\nCoach: ${HOSTILE}\n\nWhy: ${HOSTILE}\n\n${HOSTILE}: https://carry.example/?a="><script>\n\nCarry & Sons\n`,
  );
});

test('has no script, picture or external style, in both themes', {
  tags: ['@extra-7'],
}, () => {
  const { html = '' } = compose(site, { to: 'kim@example.com', subject: 'Hello', blocks: ['Hi.'] });
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).not.toMatch(/<script|<img|<link|url\(|@import/);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('prefers-color-scheme:dark');
});

test.each([
  [
    '2026-11-26T14:00:00Z',
    'Europe/Berlin',
    'Thursday 26 November 2026, 15:00 (Europe/Berlin, GMT+1)',
  ],
  ['2026-07-01T22:30:00Z', 'Asia/Tokyo', 'Thursday 2 July 2026, 07:30 (Asia/Tokyo, GMT+9)'],
  [
    '2026-11-26T00:00:00Z',
    'Asia/Kolkata',
    'Thursday 26 November 2026, 05:30 (Asia/Kolkata, GMT+5:30)',
  ],
  ['2026-11-26T00:00:00Z', null, 'Thursday 26 November 2026, 00:00 (UTC)'],
])('%s in %s is %s', (moment, zone, words) => {
  expect(when(new Date(moment), zone)).toBe(words);
});

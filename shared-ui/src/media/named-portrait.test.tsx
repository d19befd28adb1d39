import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NamedPortrait } from './named-portrait';

test('draws initials without a picture, and sources with one', () => {
  const { container, rerender } = render(<NamedPortrait src={null} alt="" name="Ada Kim" />);
  expect(container.querySelector('svg text')?.textContent).toBe('AK');
  const sources = [{ type: 'image/avif', srcset: '/a-160.avif 160w' }];
  rerender(<NamedPortrait src="/a.webp" sources={sources} sizes="5rem" alt="" name="Ada Kim" />);
  expect(container.querySelector('picture source')?.getAttribute('srcset')).toBe(
    '/a-160.avif 160w',
  );
  expect(container.querySelector('picture img')?.getAttribute('src')).toBe('/a.webp');
});

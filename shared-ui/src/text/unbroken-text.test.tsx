import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UnbrokenText } from './unbroken-text';

test.each([
  ['Level Up With World-Class Coaches', '', ['World-Class']],
  ['Meet coaches, and start carrying—fast.', '', ['carrying—fast.']],
  ['No long word - here', '', []],
  ['Master League of Legends', 'League of Legends', ['League of Legends']],
  ['Pro-level CS2, only CS2', 'CS2', ['CS2', 'CS2']],
  ['Another headline', 'CS2', []],
])('keeps phrases of "%s" together', (text, phrase, units) => {
  const { container } = render(<UnbrokenText phrase={phrase}>{text}</UnbrokenText>);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll('.unbroken')].map((unit) => unit.textContent)).toEqual(
    units,
  );
});

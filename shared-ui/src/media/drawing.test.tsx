import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Drawing } from './drawing';

test('removes a drawing that fails to load', () => {
  const { container } = render(<Drawing src="/lost.svg" width="240" height="180" />);
  const picture = container.querySelector('img');
  expect(picture?.alt).toBe('');
  if (picture) fireEvent.error(picture);
  expect(container.childNodes).toHaveLength(0);
});

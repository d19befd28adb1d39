import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { TextField } from './field';

afterEach(cleanup);

test('reports that a restored text was cleared', () => {
  const changed = vi.fn();
  let restore = (_: string) => {};
  function Page() {
    const [value, setValue] = useState('');
    restore = setValue;
    return (
      <TextField
        id="name"
        name="name"
        label="Name"
        value={value}
        onChange={({ target }) => {
          changed(target.value);
          setValue(target.value);
        }}
      />
    );
  }
  render(<Page />);
  act(() => restore('Kim'));
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  expect(field.value).toBe('Kim');
  fireEvent.change(field, { target: { value: '' } });
  expect(changed.mock.calls).toEqual([['']]);
});

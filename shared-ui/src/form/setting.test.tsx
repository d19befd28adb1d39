import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Setting } from './setting';

afterEach(cleanup);

function Rows() {
  const [rows, setRows] = useState(['one', 'two']);
  return (
    <Setting title="Rows" description="Each can be removed.">
      {rows.map((row) => (
        <button
          key={row}
          type="button"
          onClick={() => setRows(rows.filter((other) => other !== row))}
        >
          {row}
        </button>
      ))}
      <button
        type="button"
        disabled={rows.includes('three')}
        onClick={() => setRows([...rows, 'three'])}
      >
        Add
      </button>
    </Setting>
  );
}

function press(name: string): void {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const isFocused = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));

test('focuses the next control when the focused one is removed', async () => {
  render(<Rows />);
  press('one');
  await isFocused('two');
  press('two');
  await isFocused('Add');
});

test('focuses the control in place of a disabled one', async () => {
  render(<Rows />);
  press('Add');
  await isFocused('three');
});

test('leaves the focus where the visitor moved it', async () => {
  const outside = document.body.appendChild(document.createElement('button'));
  render(<Rows />);
  screen.getByRole('button', { name: 'one' }).focus();
  outside.focus();
  fireEvent.click(screen.getByRole('button', { name: 'one' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'one' })).toBeNull());
  expect(document.activeElement).toBe(outside);
  outside.remove();
});

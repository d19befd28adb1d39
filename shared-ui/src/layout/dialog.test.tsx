import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button } from '../form/button';
import { BottomSheet } from './bottom-sheet';
import { Dialog } from './dialog';

afterEach(cleanup);

test.each([
  ['dialog', <p key="p">Text</p>, 1],
  ['alertdialog', <p key="p">Text</p>, 0],
  ['dialog', <form key="form" aria-label="Code" />, 0],
] as const)('a click outside of a %s', (role, children, closed) => {
  const onClose = vi.fn();
  render(
    <Dialog title="Title" role={role} onClose={onClose}>
      {children}
    </Dialog>,
  );
  const dialog = screen.getByRole(role);
  fireEvent.click(screen.getByText('Title'));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledTimes(closed);
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(closed + 1);
});

describe('the focus after a dialog', () => {
  test.each([
    ['Dialog', Dialog],
    ['BottomSheet', BottomSheet],
  ])('returns to the pressed button, without focus as in Safari: %s', (_, Modal) => {
    const open = (isOpen: boolean) => (
      <>
        <Button>Open</Button>
        {isOpen && (
          <Modal title="Title" onClose={() => {}}>
            <input aria-label="Text" />
          </Modal>
        )}
      </>
    );
    const { rerender } = render(open(false));
    const opener = screen.getByRole('button', { name: 'Open' });
    fireEvent.pointerDown(opener);
    expect(document.activeElement).toBe(document.body);
    rerender(open(true));
    rerender(open(false));
    expect(document.activeElement).toBe(opener);
  });

  test('returns to the focused field', () => {
    const open = (isOpen: boolean) => (
      <>
        <input aria-label="Field" />
        {isOpen && (
          <Dialog title="Title" onClose={() => {}}>
            Text
          </Dialog>
        )}
      </>
    );
    const { rerender } = render(open(false));
    screen.getByLabelText('Field').focus();
    rerender(open(true));
    rerender(open(false));
    expect(document.activeElement).toBe(screen.getByLabelText('Field'));
  });
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
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

import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { useTestWidget } from '../../test/widget';
import remote from '../remote';

const widget = useTestWidget();
const FAILED = "We couldn't load the human verification.";

afterEach(cleanup);

test('loads the widget again and keeps the form', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const scripts: Record<string, unknown> = {};
  await openPage(remote, '/login', { ...widget.options, scripts });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'kim' } });
  expect(await screen.findByText(FAILED)).toBeTruthy();
  expect(screen.queryByText(/reload the page/)).toBeNull();
  Object.assign(scripts, widget.options.scripts);
  const retry = screen.getByRole('button', { name: 'Retry' });
  retry.focus();
  await act(async () => void fireEvent.click(retry));
  expect(document.activeElement?.tagName).toBe('H1');
  expect(screen.queryByText(FAILED)).toBeNull();
  await widget.solve('token-1');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('kim');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Login' }).disabled).toBe(false);
});

test('keeps the widget at a sign-out', async () => {
  const render = vi.fn(() => 0);
  const recaptcha = { ready: (then: () => void) => then(), render, reset: () => {} };
  const scripts = Object.fromEntries(
    Object.keys(widget.options.scripts).map((url) => [url, recaptcha]),
  );
  const { shell } = await openPage(remote, '/login', { ...widget.options, scripts });
  await act(async () => shell.auth.signOut());
  expect(render).toHaveBeenCalledOnce();
});

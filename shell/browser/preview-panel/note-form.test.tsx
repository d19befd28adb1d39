import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PreviewDetails } from '../../universal/page/preview-details';
import { NoteForm } from './note-form';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('makes the note read-only until it is sent', async () => {
  let respond: () => void = () => {};
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => (respond = () => resolve(Response.json({})))),
  );
  const preview = { remote: 'mf-help', channel: 'pr-1' } as PreviewDetails;
  const props = { owner: null, pathname: '/help', isPicking: false, onPicking: () => {} };
  render(<NoteForm previews={[preview]} {...props} />);
  const note = screen.getByLabelText<HTMLTextAreaElement>('Note');
  fireEvent.change(note, { target: { value: 'Too small.' } });
  await act(async () => void fireEvent.submit(document.forms[0] as HTMLFormElement));
  expect(note.readOnly).toBe(true);
  await act(async () => respond());
  expect([note.value, note.readOnly]).toEqual(['', false]);
});

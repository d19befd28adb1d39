import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PreviewDetails } from '../../universal/page/preview-details';
import { NoteForm } from './note-form';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('makes the note read-only until it is sent', async () => {
  let respond: () => void = () => {};
  vi.stubGlobal(
    'fetch',
    () => new Promise((resolve) => (respond = () => resolve(Response.json({})))),
  );
  const preview = { remote: 'mf-help', channel: 'pr-1', version: '1.0.0' } as PreviewDetails;
  const props = {
    owner: null,
    pathname: '/help',
    search: '',
    isPicking: false,
    onPicking: () => {},
  };
  render(<NoteForm previews={[preview]} {...props} />);
  const note = screen.getByLabelText<HTMLTextAreaElement>('Note');
  fireEvent.change(note, { target: { value: 'Too small.' } });
  await act(async () => void fireEvent.submit(document.forms[0] as HTMLFormElement));
  expect(note.readOnly).toBe(true);
  await act(async () => respond());
  expect([note.value, note.readOnly]).toEqual(['', false]);
});

test('keeps a note that was closed, and its name once sent', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  const preview = { remote: 'mf-help', channel: 'pr-1', version: '1.0.0' } as PreviewDetails;
  const props = {
    owner: null,
    pathname: '/help',
    search: '',
    isPicking: false,
    onPicking: () => {},
  };
  const open = () => render(<NoteForm previews={[preview]} {...props} />);
  const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note');
  const name = () => screen.getByLabelText<HTMLInputElement>('Your name (optional)');
  const first = open();
  fireEvent.change(note(), { target: { value: 'Too small.' } });
  fireEvent.change(name(), { target: { value: 'Ada' } });
  first.unmount();
  const second = open();
  expect([note().value, name().value]).toEqual(['Too small.', 'Ada']);
  await act(async () => void fireEvent.submit(document.forms[0] as HTMLFormElement));
  second.unmount();
  open();
  expect([note().value, name().value]).toEqual(['', 'Ada']);
});

test('forgets the picked element on another page, and keeps the text', async () => {
  vi.stubGlobal('CSS', { escape: (text: string) => text }); // jsdom has none
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', fetched);
  const host = document.body.appendChild(document.createElement('aside'));
  const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  const price = document.body.appendChild(document.createElement('p'));
  price.textContent = '$25';
  const preview = { remote: 'mf-help', channel: 'pr-1', version: '1.0.0' } as PreviewDetails;
  const props = { previews: [preview], owner: null, isPicking: false, onPicking: () => {} };
  const { rerender } = render(<NoteForm {...props} pathname="/help" search="" />, { container });
  const form = within(container);
  const note = form.getByLabelText<HTMLTextAreaElement>('Note');
  fireEvent.change(note, { target: { value: 'Too small.' } });
  fireEvent.click(form.getByRole('button', { name: 'Pick an element' }));
  await act(async () => void fireEvent.click(price));
  expect(form.getByText('On: $25')).toBeTruthy();
  rerender(<NoteForm {...props} pathname="/cs2" search="?sort=price&code=1" />);
  expect(form.queryByText('On: $25')).toBeNull();
  await act(async () => void fireEvent.submit(container.querySelector('form') as HTMLFormElement));
  const sent = JSON.parse(String(fetched.mock.calls[0]?.[1].body));
  expect(sent).toMatchObject({ page: '/cs2?sort=price', version: '1.0.0', text: 'Too small.' });
  expect(sent).not.toHaveProperty('element');
  host.remove();
  price.remove();
});

test('cancels a pick with a button', async () => {
  const host = document.body.appendChild(document.createElement('aside'));
  const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  const preview = { remote: 'mf-help', channel: 'pr-1', version: '1.0.0' } as PreviewDetails;
  const onPicking = vi.fn();
  const props = { previews: [preview], owner: null, pathname: '/help', search: '', onPicking };
  const { rerender } = render(<NoteForm {...props} isPicking={false} />, { container });
  fireEvent.click(within(container).getByRole('button', { name: 'Pick an element' }));
  rerender(<NoteForm {...props} isPicking />);
  const root = host.shadowRoot as unknown as HTMLElement;
  await act(async () => void fireEvent.click(within(root).getByRole('button', { name: 'Cancel' })));
  expect(onPicking.mock.calls).toEqual([[true], [false]]);
  host.remove();
});

test('sends a note again with the same id until it is changed', async () => {
  const bodies: { id: string; text: string }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return bodies.length < 4 ? new Response(null, { status: 504 }) : Response.json({});
  });
  const preview = { remote: 'mf-help', channel: 'pr-1', version: '1.0.0' } as PreviewDetails;
  const props = { owner: null, pathname: '/help', search: '', isPicking: false, onPicking() {} };
  const open = () => render(<NoteForm previews={[preview]} {...props} />);
  const write = (value: string) =>
    fireEvent.change(screen.getByLabelText('Note'), { target: { value } });
  const send = () => act(async () => void fireEvent.submit(document.forms[0] as HTMLFormElement));
  const first = open();
  write('Too small.');
  await send();
  vi.stubGlobal('innerHeight', 300); // a phone's keyboard
  document.documentElement.style.colorScheme = 'light';
  await send();
  first.unmount();
  open();
  await send();
  write('Too big.');
  await send();
  write('Too big.');
  await send();
  const [id, again, reopened, changed, another] = bodies.map((body) => body.id);
  document.documentElement.removeAttribute('style');
  expect(bodies[1]).toMatchObject({ viewport: { height: 300 }, theme: 'light' });
  expect(id).toMatch(/^[a-f0-9]{32}$/);
  expect([again, reopened]).toEqual([id, id]);
  expect(new Set([id, changed, another]).size).toBe(3);
});

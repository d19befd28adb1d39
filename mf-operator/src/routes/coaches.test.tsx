import { ApiError } from '@carry/remote-kit';
import { asOtherServer } from '@carry/remote-kit/fake-shell';
import { MAX_NAME } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const signedIn = { auth: { status: 'signed-in' as const } };

const application = {
  id: 3,
  name: 'Vex',
  email: 'vex@example.com',
  game: 'lol',
  rank: 'Challenger',
  links: 'https://profiles.example/vex',
  about: 'Mid lane.',
  time_zone: 'Europe/Warsaw',
  since: '2026-11-20T12:00:00Z',
  state: 'open',
  decided_at: null as string | null,
  coach_id: null as number | null,
};
const decided_at = '2026-11-21T12:00:00Z';
const declined = { ...application, id: 2, name: 'Old', state: 'declined', decided_at };
const accepted = {
  ...application,
  id: 1,
  name: 'Nova',
  state: 'accepted',
  decided_at,
  coach_id: 7,
};
const open = (answers = {}, query = '') =>
  openPage(remote, `/operator/coaches${query}`, {
    ...signedIn,
    answers: {
      'GET /api/operator/applications/': (_, __, query) =>
        query.startsWith('state=open') ? [application] : [declined, accepted],
      'GET /api/operator/coaches/': () => [
        { id: 1, name: 'Nova', email: 'coach@carry.example', services: 4 },
      ],
      ...answers,
    },
  });

test('lists open applications and coaches', async () => {
  await open();
  expect(screen.getByText('Vex')).toBeTruthy();
  expect(screen.queryByText('Old')).toBeNull();
  expect(screen.getByRole('link', { name: 'Nova' }).getAttribute('href')).toBe('/booking/1');
  expect(screen.getByText('coach@carry.example · 4 services')).toBeTruthy();
});

test('shows decided applications with their date', async () => {
  const { recorded, router } = await open({}, '?q=nova&below=50&applications_below=9');
  expect(recorded.calls.map(({ call }) => call)).toEqual([
    'GET /api/operator/applications/?state=open&below=9',
    'GET /api/operator/coaches/?q=nova&below=50',
  ]);
  fireEvent.click(screen.getByRole('link', { name: 'Decided applications' }));
  expect(await screen.findByText('Old')).toBeTruthy();
  expect(router.state.location.search).toBe('?q=nova&below=50&applications=decided');
  expect(screen.queryByText('Vex')).toBeNull();
  const decisions = screen.getAllByText('Decision').map((term) => term.nextElementSibling);
  expect(decisions.map((decision) => decision?.textContent)).toEqual([
    expect.stringMatching(/^Declined, Nov 21, 2026, \d\d:00$/),
    expect.stringMatching(/^Accepted, Nov 21, 2026, \d\d:00 · Coach 7$/),
  ]);
  expect(screen.queryByRole('button', { name: /^(Accept|Decline)/ })).toBeNull();
  const coach = screen.getByRole('link', { name: 'Edit the coach Nova' });
  expect(coach.getAttribute('href')).toBe('/operator/coaches/7');
});

test('links to older applications after a full page', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({ ...declined, id: 200 - index }));
  await open({ 'GET /api/operator/applications/': () => full }, '?applications=decided');
  const older = screen.getByRole('link', { name: 'Show older applications' });
  expect(older.getAttribute('href')).toBe(
    '/operator/coaches?applications=decided&applications_below=101',
  );
  cleanup();
  await open({ 'GET /api/operator/applications/': () => [] }, '?applications=decided');
  expect(screen.getByText('No decided applications.')).toBeTruthy();
});

const openProof = (proof: () => unknown) =>
  open({
    'GET /api/operator/applications/': () => [
      { ...application, picture: '/api/operator/applications/3/picture/' },
    ],
    'GET /api/operator/applications/3/picture/': proof,
  });
const showPicture = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Show the picture of Vex' }));
/** Replaces the browser's decoder of pictures, which jsdom lacks. */
function stubPictures(decode: (file: Blob) => Promise<object>) {
  const drawImage = vi.fn();
  vi.stubGlobal('createImageBitmap', decode);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return drawImage;
}

test('draws the picture that proves a rank', async () => {
  const file = new Blob(['picture']);
  const bitmap = { width: 640, height: 360 };
  const decode = vi.fn(async (_: Blob) => bitmap);
  const drawImage = stubPictures(decode);
  const { recorded } = await openProof(() => asOtherServer(file));
  showPicture();
  const picture = await screen.findByRole('img', { name: 'Proof of Vex' });
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['640', '360']);
  expect(decode.mock.calls).toEqual([[file]]);
  expect(drawImage.mock.calls).toEqual([[bitmap, 0, 0]]);
  expect(recorded.alerts).toEqual([]);
});

test('explains why a picture cannot be shown', async () => {
  stubPictures(() => Promise.reject(new Error('broken')));
  const broken = await openProof(() => asOtherServer(new Blob(['picture'])));
  showPicture();
  await waitFor(() =>
    expect(broken.recorded.alerts).toEqual([
      "We couldn't show this picture. (Please try another browser.)",
    ]),
  );
  cleanup();
  const refused = await openProof(() =>
    Promise.reject(new ApiError('http', 404, { detail: 'Not found.' })),
  );
  showPicture();
  await waitFor(() => expect(refused.recorded.alerts).toEqual(['Not found.']));
  expect(screen.queryByRole('img', { name: 'Proof of Vex' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show the picture of Vex' })).toBeTruthy();
});

test('keeps the focus in the row whose picture opens', async () => {
  stubPictures(async () => ({ width: 640, height: 360 }));
  await openProof(() => asOtherServer(new Blob(['picture'])));
  screen.getByRole('button', { name: 'Show the picture of Vex' }).focus();
  showPicture();
  const picture = await screen.findByRole('img', { name: 'Proof of Vex' });
  await waitFor(() => expect(document.activeElement).toBe(picture.closest('li')));
});

test('drops the picture of an application that was sent again', async () => {
  stubPictures(async () => ({ width: 640, height: 360 }));
  let { since } = application;
  const picture = '/api/operator/applications/3/picture/';
  await open({
    'GET /api/operator/applications/': () => [{ ...application, since, picture }],
    'GET /api/operator/applications/3/picture/': () => asOtherServer(new Blob(['picture'])),
    'POST /api/operator/applications/3/accept/': () =>
      Promise.reject(new ApiError('http', 409, { detail: 'This application has changed.' })),
  });
  showPicture();
  await screen.findByRole('img', { name: 'Proof of Vex' });
  since = '2026-11-20T12:30:00Z';
  fireEvent.click(screen.getByRole('button', { name: 'Accept Vex' }));
  expect(await screen.findByRole('button', { name: 'Show the picture of Vex' })).toBeTruthy();
  expect(screen.queryByRole('img', { name: 'Proof of Vex' })).toBeNull();
});

test('searches coaches and links to older ones after a full page', async () => {
  const full = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: 2000 - index, name: `Coach ${2000 - index}`, email: 'c@example.com', services: 1 },
  }));
  const { recorded, router } = await open({
    'GET /api/operator/coaches/': (_: unknown, __: unknown, query: string) =>
      query === 'q=nova' ? [] : full,
  });
  const older = screen.getByRole('link', { name: 'Show older entries' });
  expect(older.getAttribute('href')).toBe('/operator/coaches?below=1901');
  const field = screen.getByLabelText(
    'Coach number, game, or part of a name, page address or email',
  );
  fireEvent.change(field, { target: { value: 'nova' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('No coaches match.')).toBeTruthy();
  expect(router.state.location.search).toBe('?q=nova');
  expect(recorded.calls.map(({ call }) => call)).toContain('GET /api/operator/coaches/?q=nova');
});

test('accepts an application after a question', async () => {
  const { recorded } = await open({
    'POST /api/operator/applications/3/accept/': () => ({ coach_id: 9 }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Accept Vex' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Accepted. They got an email.']));
  expect(recorded.confirms).toHaveLength(1);
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/applications/3/accept/',
    body: { since: application.since },
  });
});

test('declines an application with a reason', async () => {
  const { recorded } = await open({
    'POST /api/operator/applications/3/decline/': () => ({ detail: 'Declined' }),
  });
  const decline = () => screen.getByRole('button', { name: 'Decline Vex' });
  fireEvent.click(decline());
  expect(document.activeElement).toBe(screen.getByLabelText("Why you're declining Vex"));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement?.textContent).toBe('Decline');
  fireEvent.click(decline());
  fireEvent.change(screen.getByLabelText("Why you're declining Vex"), {
    target: { value: ' No proof. ' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Declined']));
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/applications/3/decline/',
    body: { since: application.since, reason: 'No proof.' },
  });
});

test('shows what has changed in an application and keeps the reason', async () => {
  let rank = application.rank;
  const changed = 'This application has changed. Please reload the page.';
  const { recorded } = await open({
    'GET /api/operator/applications/': () => [{ ...application, rank }],
    'POST /api/operator/applications/3/decline/': () =>
      Promise.reject(new ApiError('http', 409, { detail: changed })),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Decline Vex' }));
  const reason = screen.getByLabelText("Why you're declining Vex") as HTMLTextAreaElement;
  fireEvent.change(reason, { target: { value: 'No proof.' } });
  rank = 'Grandmaster';
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Grandmaster')).toBeTruthy();
  expect(recorded.alerts).toEqual([changed]);
  expect(screen.getByLabelText("Why you're declining Vex")).toBe(reason);
  expect(reason.value).toBe('No proof.');
});

test('explains that another operator has decided an application', async () => {
  let isOpen = true;
  const decided = 'This application has already been decided.';
  const { recorded } = await open({
    'GET /api/operator/applications/': () => (isOpen ? [application] : []),
    'POST /api/operator/applications/3/decline/': () =>
      Promise.reject(new ApiError('http', 409, { detail: decided })),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Decline Vex' }));
  isOpen = false;
  fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByText('Vex')).toBeNull());
  expect(recorded.alerts).toEqual([decided]);
});

test('adds a coach', async () => {
  const { recorded } = await open({ 'POST /api/operator/coaches/': () => ({ id: 5 }) });
  fireEvent.click(screen.getByRole('button', { name: 'Add coach' }));
  expect(await screen.findByText('There is a problem')).toBeTruthy();
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill('Email', 'rook@example.com');
  fill('Name', 'R'.repeat(MAX_NAME + 1));
  fill('Time zone', 'Mars/Olympus');
  fireEvent.click(screen.getByRole('button', { name: 'Add coach' }));
  expect((await screen.findAllByText('Please use at most 80 characters.')).length).toBe(2);
  expect(screen.getAllByText('Please enter a time zone such as Europe/Berlin.').length).toBe(2);
  fill('Name', '\u200b');
  fireEvent.click(screen.getByRole('button', { name: 'Add coach' }));
  expect((await screen.findAllByText('Please enter a name.')).length).toBe(2);
  fill('Name', 'Rook');
  fill('Time zone', 'Europe/Berlin');
  fireEvent.click(screen.getByRole('button', { name: 'Add coach' }));
  await waitFor(() => expect(recorded.toasts).toEqual(['Rook is a coach now']));
  expect(recorded.calls).toContainEqual({
    call: 'POST /api/operator/coaches/',
    body: { email: 'rook@example.com', name: 'Rook', time_zone: 'Europe/Berlin' },
  });
});

test('leaves the time zone of a new coach open', async () => {
  await open();
  expect((screen.getByLabelText('Time zone') as HTMLInputElement).value).toBe('');
});

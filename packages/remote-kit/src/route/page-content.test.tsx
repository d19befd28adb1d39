import { ApiError } from '@carry/contracts/shell';
import { TextField } from '@carry/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { Await, useLoaderData } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { Form } from '../form/form';
import { useForm } from '../form/use-form';
import { openPage } from '../testing/test-page';
import { PageContent, type PageResult, ReloadFailed, readPage } from './page-content';
import { defineRemote, load } from './remote';

afterEach(cleanup);

function Content({ name }: { name: string }) {
  const form = useForm<'offer'>('page', async () => undefined);
  return (
    <Form of={form} guarded>
      <TextField {...form.field('offer')} label="Offer" defaultValue="" />
      <p>{name}</p>
    </Form>
  );
}

function Page() {
  const { result } = useLoaderData() as { result: Promise<PageResult<string>> };
  return (
    <Await resolve={result}>
      {(result: PageResult<string>) => (
        <PageContent
          result={result}
          failed={() => <p>No page</p>}
          notice={(error) => <ReloadFailed error={error} />}
        >
          {(name) => <Content name={name} />}
        </PageContent>
      )}
    </Await>
  );
}

/** Opens `/first`, which answers with its name until `fail`. */
async function open() {
  let failure: Error | null = null;
  let slow = false;
  const read = async (name: string) => {
    if (slow) await new Promise((resolve) => setTimeout(resolve, 400)); // longer than the loader waits
    if (failure) throw failure;
    return name;
  };
  const { router } = await openPage(
    defineRemote((shell) => [
      {
        id: 'page',
        path: '/:name',
        loader: ({ params }) =>
          load(shell, { result: readPage(shell, read(params['name'] ?? '')) }),
        Component: Page,
      },
    ]),
    '/first',
  );
  const set = (next: { failure?: Error | null; slow?: boolean }) => {
    if (next.failure !== undefined) failure = next.failure;
    slow = next.slow ?? slow;
  };
  return { router, set, reload: () => act(() => router.revalidate()) };
}
const offline = new ApiError('network', 0);
const offer = () => screen.getByLabelText('Offer') as HTMLInputElement;
const type = (value: string) =>
  act(async () => void fireEvent.change(offer(), { target: { value } }));
const kept = /^We couldn't refresh this page/;

test.each([false, true])('keeps typed text when a reload fails (slow: %s)', async (slow) => {
  const { set, reload } = await open();
  await type('two for one');
  set({ failure: offline, slow });
  await reload();
  expect(await screen.findByText(kept)).toBeTruthy();
  expect(offer().value).toBe('two for one');
  set({ failure: null });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  await act(async () => {});
  await expect.poll(() => screen.queryByText(kept)).toBeNull();
  expect(offer().value).toBe('two for one');
});

test('shows the failure of a page without typed text', async () => {
  const { set, reload } = await open();
  await type('two for one');
  await type('');
  set({ failure: offline });
  await reload();
  expect(screen.getByText('No page')).toBeTruthy();
  set({ failure: null });
  await reload();
  expect(screen.getByText('first')).toBeTruthy();
});

test('leaves the offer of a login to the frame', async () => {
  const { set, reload } = await open();
  await type('two for one');
  set({ failure: new ApiError('http', 401) });
  await reload();
  expect(offer().value).toBe('two for one');
  expect(screen.queryByText(kept)).toBeNull();
});

test('keeps no page at another address', async () => {
  const { router, set } = await open();
  await type('two for one');
  set({ failure: offline });
  await act(() => router.navigate('/second'));
  expect(await screen.findByText('No page')).toBeTruthy();
  set({ failure: null });
  await act(() => router.navigate('/third'));
  expect(await screen.findByText('third')).toBeTruthy();
});

test('rejects on the server', async () => {
  await expect(readPage({ rendering: 'server' }, Promise.reject(offline))).rejects.toBe(offline);
});

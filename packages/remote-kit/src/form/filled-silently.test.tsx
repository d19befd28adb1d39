import { Button, SelectField } from '@carry/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { Form } from './form';
import { useForm } from './use-form';

afterEach(cleanup);

async function open() {
  const changes: string[] = [];
  function Page() {
    const [notice, setNotice] = useState('2');
    const form = useForm<'notice'>('hours', async () => undefined);
    return (
      <Form of={form}>
        <SelectField
          {...form.field('notice')}
          label="Notice"
          value={notice}
          onChange={({ target }) => {
            changes.push(target.value);
            setNotice(target.value);
          }}
        >
          {['1', '2', '3'].map((hours) => (
            <option key={hours}>{hours}</option>
          ))}
        </SelectField>
        <Button onClick={() => setNotice('3')}>Restore</Button>
      </Form>
    );
  }
  await openPage(
    defineRemote(() => [{ id: 'form', path: '/', Component: Page }]),
    '/',
  );
  const select = screen.getByLabelText<HTMLSelectElement>('Notice');
  const send = () => act(async () => fireEvent.submit(document.forms[0] as HTMLFormElement));
  return { select, send, changes };
}

test('reports no change of an untouched select', async () => {
  const { send, changes } = await open();
  await send();
  expect(changes).toEqual([]);
});

test('reports no change of a select that the page has set', async () => {
  const { select, send, changes } = await open();
  fireEvent.change(select, { target: { value: '1' } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Restore' })));
  await send();
  expect([select.value, changes]).toEqual(['3', ['1']]);
});

test.each(['1', '3'])('reports a select filled in with %s without an event', async (value) => {
  const { select, send, changes } = await open();
  select.value = value;
  await send();
  expect([select.value, changes]).toEqual([value, [value]]);
});

import { Button, TextField } from '@carry/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { defineRemote } from '../route/remote';
import { openPage } from '../testing/test-page';
import { Form } from './form';
import { useForm } from './use-form';
import { useStored } from './use-stored';

afterEach(cleanup);

function Page() {
  const [stored, setStored] = useState({ name: 'Nova', offer: '' });
  const markSaved = useStored('coach', stored);
  const form = useForm<'name' | 'offer'>('coach', async () => {
    markSaved();
    return undefined;
  });
  return (
    <>
      <Form of={form} guarded>
        <TextField {...form.field('name')} label="Name" defaultValue={stored.name} />
        <TextField {...form.field('offer')} label="Offer" defaultValue={stored.offer} />
        <Button type="submit">Save</Button>
      </Form>
      <Button onClick={() => setStored({ name: 'Nova the Coach', offer: '' })}>Load</Button>
    </>
  );
}

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(field(label), { target: { value } }));
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const open = () =>
  openPage(
    defineRemote(() => [{ id: 'page', path: '/', Component: Page }]),
    '/',
  );

test('shows what is stored and ends the warning', async () => {
  await open();
  await type('Name', 'Nova, the Coach');
  await press('Save');
  await press('Load');
  expect(field('Name').value).toBe('Nova the Coach');
  expect(isGuarded()).toBe(false);
});

test('keeps text typed since the save', async () => {
  await open();
  await type('Name', 'Nova the Coach');
  await press('Save');
  await type('Offer', 'two for one');
  await press('Load');
  expect([field('Name').value, field('Offer').value]).toEqual(['Nova the Coach', 'two for one']);
  expect(isGuarded()).toBe(true);
});

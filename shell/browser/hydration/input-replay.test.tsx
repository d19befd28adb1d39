import { act, screen } from '@testing-library/react';
import { Suspense, useEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { HAND_OVER, readField, replayInput, restoreField } from './input-replay';

let root: Root | undefined;

afterEach(() => {
  sent.mockReset();
  act(() => root?.unmount());
  document.body.replaceChildren();
});

const sent = vi.fn();

/** A form with each kind of controlled field; it re-renders after mount, as a form that restores a draft does. */
function Order() {
  const [order, setOrder] = useState({ text: '', notes: '', agreed: false, size: 's', zone: 'a' });
  const [drawn, setDrawn] = useState(0);
  useEffect(() => setDrawn(1), []);
  const put = (part: Partial<typeof order>) => setOrder({ ...order, ...part });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent({ ...order, drawn });
      }}
    >
      <input aria-label="text" value={order.text} onChange={(e) => put({ text: e.target.value })} />
      <textarea
        aria-label="notes"
        value={order.notes}
        onChange={(e) => put({ notes: e.target.value })}
      />
      <input
        type="checkbox"
        checked={order.agreed}
        onChange={(e) => put({ agreed: e.target.checked })}
      />
      {['s', 'm', 'l'].map((size) => (
        <input
          key={size}
          type="radio"
          name="size"
          aria-label={size}
          checked={order.size === size}
          onChange={() => put({ size })}
        />
      ))}
      <select value={order.zone} onChange={(e) => put({ zone: e.target.value })}>
        <option>a</option>
        <option>b</option>
      </select>
      <button type="button" onClick={() => put({ notes: `${order.notes}!` })}>
        <svg aria-label="more" />
      </button>
      <button type="submit">Send</button>
    </form>
  );
}

test('replays input, clicks and submits captured before hydration', async () => {
  const place = document.createElement('div');
  place.append(document.createRange().createContextualFragment(renderToString(<Order />)));
  document.body.append(place);
  const captured: Event[] = [];
  const done = (target: Element, type: string) => {
    const event = new Event(type);
    Object.defineProperty(event, 'target', { value: target });
    captured.push(event);
  };
  const text = screen.getByLabelText<HTMLInputElement>('text');
  const notes = screen.getByLabelText<HTMLTextAreaElement>('notes');
  const [box, zone] = [screen.getByRole('checkbox'), screen.getByRole('combobox')];
  text.focus();
  text.value = 'Zoë 🎮';
  text.setSelectionRange(2, 2);
  notes.value = 'two\nlines';
  (box as HTMLInputElement).checked = true;
  (zone as HTMLSelectElement).value = 'b';
  for (const size of ['m', 'l']) {
    screen.getByLabelText<HTMLInputElement>(size).checked = true;
    done(screen.getByLabelText(size), 'input');
  }
  for (const field of [text, text, notes, box, zone]) done(field, 'input');
  done(screen.getByLabelText('more'), 'click');
  done(place.querySelector('form') as Element, 'submit');
  done(document.createElement('button'), 'click');
  addEventListener(HAND_OVER, (event) => (event as CustomEvent<Event[]>).detail.push(...captured), {
    once: true,
  });

  document.documentElement.dataset['held'] = '';
  root = hydrateRoot(place, <Order />);
  await replayInput();
  const order = { text: 'Zoë 🎮', notes: 'two\nlines!', agreed: true, size: 'l', zone: 'b' };
  expect(sent.mock.calls).toEqual([[{ ...order, drawn: 1 }]]);
  expect(document.documentElement.dataset['held']).toBeUndefined();
  expect(text.selectionStart).toBe(2);
});

test('replays a submit in a part that is not hydrated', async () => {
  const page = (
    <Suspense>
      <Order />
    </Suspense>
  );
  const place = document.body.appendChild(document.createElement('div'));
  place.append(document.createRange().createContextualFragment(renderToString(page)));
  const form = place.querySelector('form') as HTMLFormElement;
  const submit = new Event('submit');
  Object.defineProperty(submit, 'target', { value: form });
  addEventListener(HAND_OVER, (event) => (event as CustomEvent<Event[]>).detail.push(submit), {
    once: true,
  });
  root = hydrateRoot(place, page);
  await replayInput();
  expect(sent).toHaveBeenCalledTimes(1);
});

test('replays the rest after an event that fails', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const place = document.body.appendChild(document.createElement('div'));
  place.append(document.createRange().createContextualFragment(renderToString(<Order />)));
  const stray = document.createElement('button');
  const late = screen.getByLabelText<HTMLInputElement>('text');
  late.value = 'kim';
  const form = place.querySelector('form') as HTMLFormElement;
  const early = (type: string, target: Element, submitter?: Element) =>
    Object.defineProperty(Object.assign(new Event(type), { submitter }), 'target', {
      value: target,
    });
  const refusing = document.createElement('input');
  document.body.append(refusing);
  Object.defineProperty(refusing, 'value', {
    get: () => 'x',
    set() {
      throw new Error('read-only');
    },
  });
  const captured = [
    early('input', refusing),
    early('input', late),
    early('submit', form, stray),
    early('submit', form),
  ];
  addEventListener(HAND_OVER, (event) => (event as CustomEvent<Event[]>).detail.push(...captured), {
    once: true,
  });
  root = hydrateRoot(place, <Order />);
  await replayInput();
  expect(sent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: 'kim' }));
  expect(logged).toHaveBeenCalledTimes(2);
  logged.mockRestore();
});

test('keeps a chosen file', () => {
  const file = Object.assign(document.createElement('input'), { type: 'file' });
  const changed = vi.fn();
  file.addEventListener('change', changed);
  document.body.append(file);
  Object.defineProperty(file, 'value', {
    get: () => 'C:\\fakepath\\a.png',
    set() {
      throw new Error('InvalidStateError');
    },
  });
  restoreField(readField(file));
  expect(changed).toHaveBeenCalledTimes(1);
});

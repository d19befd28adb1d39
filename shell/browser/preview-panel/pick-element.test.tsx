import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ChangeEvent, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { cssPath, describeElement } from './describe-element';
import { pickElement } from './pick-element';

vi.stubGlobal('CSS', { escape: (text: string) => text }); // jsdom has none
const clicked = vi.fn();
afterEach(() => {
  cleanup();
  clicked.mockClear();
});

function Page() {
  return (
    <main>
      <section id="plans">
        <p>One</p>
        <p>
          <button type="button" onClick={clicked}>
            Book now
          </button>
        </p>
      </section>
      <input aria-label="Email" defaultValue="ada@example.com" />
      <aside data-testid="panel">
        <button type="button">Own</button>
      </aside>
    </main>
  );
}

const pick = () => pickElement(screen.getByTestId('panel'), { show: () => {} });
const button = () => screen.getByRole('button', { name: 'Book now' });

test('picks the clicked element, and the page gets no click', async () => {
  render(<Page />);
  const picked = pick();
  fireEvent.click(button());
  expect(await picked).toBe(button());
  expect(clicked).not.toHaveBeenCalled();
  fireEvent.click(button());
  expect(clicked).toHaveBeenCalledOnce();
});

test('cancels on a click in the panel', async () => {
  render(<Page />);
  const cancelled = pick();
  fireEvent.click(screen.getByRole('button', { name: 'Own' }));
  fireEvent.click(button());
  expect(await cancelled).toBeNull();
  expect(clicked).toHaveBeenCalledOnce();
});

test('picks the focused element on Enter and cancels on Escape', async () => {
  render(<Page />);
  const picked = pick();
  fireEvent.keyDown(button(), { key: 'Tab' });
  fireEvent.keyDown(button(), { key: 'Enter' });
  expect(await picked).toBe(button());
  const cancelled = pick();
  fireEvent.keyDown(button(), { key: 'Escape' });
  expect(await cancelled).toBeNull();
});

test('describes an element by a path that finds it, and its text', () => {
  render(<Page />);
  expect(describeElement(button())).toEqual({
    element: '#plans > p:nth-of-type(2) > button',
    excerpt: 'Book now',
  });
  for (const element of document.querySelectorAll('main *'))
    expect(document.querySelector(cssPath(element))).toBe(element);
});

test('keeps what a reviewer typed out of the note', () => {
  render(<Page />);
  expect(describeElement(screen.getByLabelText('Email')).excerpt).toBe('Email');
});

function Field() {
  const [text, setText] = useState('');
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.target.value);
  return (
    <div data-testid="field">
      <label htmlFor="details">Details</label>
      <textarea id="details" defaultValue={text} onChange={change} />
    </div>
  );
}

test('leaves the text of fields inside out', () => {
  render(<Field />);
  const field = screen.getByLabelText('Details');
  fireEvent.change(field, { target: { value: 'my number is 555-0100' } });
  expect(field.textContent).toBe('my number is 555-0100');
  expect(describeElement(screen.getByTestId('field')).excerpt).toBe('Details');
  expect(describeElement(field).excerpt).toBe('textarea');
});

test('leaves out what is typed or chosen', () => {
  render(
    <>
      <label>
        Game
        <select>
          <option>Valorant</option>
        </select>
      </label>
      <section>
        Goal
        <div contentEditable suppressContentEditableWarning>
          <p>typed</p>
        </div>
      </section>
    </>,
  );
  const describe = (selector: string) =>
    describeElement(document.querySelector(selector) as Element).excerpt;
  expect(['label', 'option', 'section', 'section p'].map(describe)).toEqual([
    'Game',
    'option',
    'Goal',
    'p',
  ]);
});

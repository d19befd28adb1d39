import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { cssPath, describeElement } from './describe-element';
import { pickElement } from './pick-element';

vi.stubGlobal('CSS', { escape: (text: string) => text }); // jsdom has none
const clicked = vi.fn();
afterEach(cleanup);

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
  fireEvent.click(screen.getByRole('button', { name: 'Own' }));
  fireEvent.click(button());
  expect(await picked).toBe(button());
  expect(clicked).not.toHaveBeenCalled();
  fireEvent.click(button());
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

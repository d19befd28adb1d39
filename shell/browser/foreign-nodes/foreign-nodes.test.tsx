import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ForeignNodes } from './foreign-nodes';

const { insertBefore, removeChild } = Node.prototype;

afterEach(() => {
  Object.assign(Node.prototype, { insertBefore, removeChild });
  cleanup();
});

const translations: Record<string, (text: Text, font: HTMLElement) => void> = {
  'replaces texts': (text, font) => {
    font.append(`[${text.data}]`);
    text.replaceWith(font);
  },
  'inserts before texts and removes them': (text, font) => {
    font.append(`[${text.data}]`);
    text.before(font);
    text.remove();
  },
  'moves texts into elements': (text, font) => {
    text.before(font);
    font.append(text);
    text.data = `[${text.data}]`;
  },
};

function findTexts(element: Element): Text[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const result: Text[] = [];
  while (texts.nextNode()) result.push(texts.currentNode as Text);
  return result;
}

async function open(Page: (props: { step: number }) => ReactNode, translation: string) {
  function Steps() {
    const [step, setStep] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setStep(step + 1)} />
        <main>
          <Page step={step} />
        </main>
      </>
    );
  }
  const { container } = render(<Steps />);
  const foreign = new ForeignNodes(container);
  foreign.watch(false);
  const main = screen.getByRole('main');
  const translate = () =>
    act(async () => {
      for (const text of findTexts(main))
        translations[translation]?.(text, document.createElement('font'));
    });
  await translate();
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));
  return { main, foreign, press, translate };
}

for (const translation of Object.keys(translations)) {
  test(`updates a text after a translation that ${translation}`, async () => {
    const { main, foreign, press, translate } = await open(
      ({ step }) => (
        <p>
          {25 * (step + 1)} for {step + 1} {step === 0 ? 'hour' : 'hours'}
        </p>
      ),
      translation,
    );
    await press();
    expect(main.textContent?.replaceAll(/[[\]]/g, '')).toBe('50 for 2 hours');
    await translate();
    await press();
    expect(main.textContent?.replaceAll(/[[\]]/g, '')).toBe('75 for 3 hours');
    expect(foreign.detected).toBe(true);
  });

  test(`adds and removes texts after a translation that ${translation}`, async () => {
    const { main, press } = await open(
      ({ step }) => (
        <p>
          {step % 2 === 0 && 'one '}
          {step % 2 === 1 && <b>bold </b>}
          {step !== 1 && 'two '}
          three
        </p>
      ),
      translation,
    );
    const shown = () => main.textContent?.replaceAll(/[[\]]/g, '');
    expect(shown()).toBe('one two three');
    await press();
    expect(shown()).toBe('bold three');
    await press();
    expect(shown()).toBe('one two three');
  });
}

test('removes nodes that an extension has removed or wrapped', async () => {
  const { main, foreign, press } = await open(
    ({ step }) => step === 0 && [<p key="a">a</p>, <input key="b" />, <i key="c">c</i>],
    'replaces texts',
  );
  main.querySelector('p')?.remove();
  const input = main.querySelector('input') as Element;
  const wrapper = document.createElement('div');
  input.replaceWith(wrapper);
  wrapper.append(input);
  await press();
  expect(main.childNodes).toHaveLength(0);
  expect(foreign.explain(new DOMException('', 'NotFoundError'))).toBe(true);
  expect(foreign.explain(new Error('of the release'))).toBe(false);
});

test('detects no foreign change on a page that only React changes', async () => {
  const { foreign, press } = await open(
    ({ step }) => (step === 0 ? <p>one {step}</p> : <b>two {step}</b>),
    'none',
  );
  await press();
  await press();
  expect(foreign.detected).toBe(false);
  expect(foreign.explain(new DOMException('', 'NotFoundError'))).toBe(false);
});

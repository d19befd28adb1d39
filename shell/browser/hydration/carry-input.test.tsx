import { afterEach, expect, it } from 'vitest';
import { carryInput } from './carry-input';

const parse = (html: string) => [
  ...new DOMParser().parseFromString(html, 'text/html').body.childNodes,
];
const fields = '<input name="name" /><input name="city" />';

afterEach(() => document.body.replaceChildren());

/** Types into the server's HTML, then replaces it with the page. */
function start() {
  const served = parse(fields);
  for (const field of served as HTMLInputElement[]) field.value = 'early';
  document.body.append(...parse(fields));
  const [name, city] = document.querySelectorAll('input');
  return { served, name: name as HTMLInputElement, city: city as HTMLInputElement };
}

it('re-enters what was typed into the HTML of the server', () => {
  const { served, name, city } = start();
  carryInput(served, new WeakSet());
  expect([name.value, city.value]).toEqual(['early', 'early']);
});

it('keeps what was typed into the page since', () => {
  const { served, name, city } = start();
  name.value = 'late';
  carryInput(served, new WeakSet([name]));
  expect([name.value, city.value]).toEqual(['late', 'early']);
});

it('keeps the radio button that was chosen since', () => {
  const group =
    '<input type="radio" name="plan" value="a"><input type="radio" name="plan" value="b">';
  const served = parse(group) as HTMLInputElement[];
  for (const radio of served) radio.checked = radio.value === 'a';
  document.body.append(...parse(group));
  const [, chosen] = document.querySelectorAll('input');
  if (chosen) chosen.checked = true;
  carryInput(served, new WeakSet(chosen ? [chosen] : []));
  expect(chosen?.checked).toBe(true);
});

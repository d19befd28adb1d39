import { afterEach, describe, expect, it, vi } from 'vitest';
import { carryInput } from './carry-input';

const parse = (html: string) => [
  ...new DOMParser().parseFromString(html, 'text/html').body.childNodes,
];
const fields = '<input name="name" /><input name="city" />';

let pages = 0;

afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', `/${++pages}`); // ends what waits
});

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

describe('presses', () => {
  const form = '<form id="login"><input name="email"><button>Log in</button></form>';
  const more = '<button type="button">One more</button>';

  /** Presses the buttons of the server's HTML as a browser does that has no script for them. */
  function pressServed(html: string) {
    const served = parse(html);
    const captured: Event[] = [];
    const box = document.createElement('div');
    box.append(...served);
    document.body.append(box);
    const capture = (event: Event) => {
      if (event.type === 'click' && (event.target as HTMLButtonElement).form) return;
      event.preventDefault();
      captured.push(event);
    };
    for (const type of ['click', 'submit']) box.addEventListener(type, capture);
    for (const field of box.querySelectorAll('input')) field.value = 'kim';
    for (const button of box.querySelectorAll('button')) for (const _ of [1, 2]) button.click();
    box.remove();
    return { served, captured };
  }

  /** Shows the page that replaces the server's HTML, and returns the presses that it gets. */
  function show(html: string) {
    const page = document.body.appendChild(document.createElement('div'));
    page.append(...parse(html));
    const pressed: string[] = [];
    page.addEventListener('submit', (event) => {
      event.preventDefault();
      pressed.push(String(new FormData(event.target as HTMLFormElement).get('email')));
    });
    for (const button of page.querySelectorAll('button[type=button]'))
      button.addEventListener('click', () => pressed.push(button.textContent));
    return pressed;
  }

  const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

  it('submits a form once, with what was typed', async () => {
    const { served, captured } = pressServed(form);
    expect(captured).toHaveLength(2);
    const pressed = show(form);
    carryInput(served, new WeakSet(), { captured });
    await settle();
    expect(pressed).toEqual(['kim']);
  });

  it('repeats clicks in order, before the submit', async () => {
    const { served, captured } = pressServed(more + form);
    const pressed = show(more + form);
    carryInput(served, new WeakSet(), { captured });
    await vi.waitFor(() => expect(pressed).toEqual(['One more', 'One more', 'kim']));
  });

  it('waits for a form that comes with its data', async () => {
    const { served, captured } = pressServed(form);
    carryInput(served, new WeakSet(), { captured });
    await settle();
    const pressed = show(form);
    await vi.waitFor(() => expect(pressed).toEqual(['kim']));
  });

  it.each([
    ['another form', '<form id="register"><input name="email"><button>Log in</button></form>'],
    ['a disabled button', form.replace('<button', '<button disabled')],
    ['two such buttons', form.replace('</form>', '<button>Log in</button></form>')],
  ])('leaves %s alone', async (_, html) => {
    const { served, captured } = pressServed(form);
    const pressed = show(html);
    carryInput(served, new WeakSet(), { captured });
    await settle();
    expect(pressed).toEqual([]);
  });

  it.each(['pointerdown', 'keydown'])('drops the presses after a %s', async (type) => {
    const { served, captured } = pressServed(form);
    carryInput(served, new WeakSet(), { captured });
    await settle();
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    const pressed = show(form);
    await settle();
    expect(pressed).toEqual([]);
  });

  it.each(['input', 'form'])('leaves a form alone after a change of its %s', async (name) => {
    const { served, captured } = pressServed(form);
    const pressed = show(form);
    carryInput(served, new WeakSet([document.querySelector(name) as Element]), { captured });
    await settle();
    expect(pressed).toEqual([]);
  });
});

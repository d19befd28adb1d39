import { afterEach, expect, test } from 'vitest';
import { foreignMutations, undoMutations } from './undo-mutations';

const PAGE =
  '<main><p>Total <b>$25</b></p><label>Email</label><input id="email"><footer>End</footer></main>';

afterEach(() => document.body.replaceChildren());

/** Adds the server's nodes one by one, as a parser does. */
function parse(html = PAGE) {
  const root = document.createElement('div');
  const observer = new MutationObserver(() => {});
  observer.observe(root, {
    childList: true,
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
  });
  document.body.append(root);
  const add = (parent: Node, node: Node) => {
    const copy = parent.appendChild(node.cloneNode(false));
    for (const child of node.childNodes) add(copy, child);
  };
  for (const node of document.createRange().createContextualFragment(html).childNodes)
    add(root, node);
  return { root, take: () => observer.takeRecords() };
}

const find = (root: Element, selector: string) => root.querySelector(selector) as HTMLElement;

function translate(text: ChildNode): void {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.append(`[${text.nodeValue}]`);
  outer.append(inner);
  text.replaceWith(outer);
}

const icon = () => {
  const element = document.createElement('div');
  element.setAttribute('data-keeper-icon-root', '');
  return element;
};

test.each<[string, (root: Element) => void]>([
  ['a translation', (root) => translate(find(root, 'b').firstChild as Text)],
  ['an icon after an input', (root) => find(root, 'input').after(icon())],
  ['a panel at the end', (root) => find(root, 'main').append(document.createElement('x-panel'))],
  ['a removed node', (root) => find(root, 'label').remove()],
  ['a changed text', (root) => ((find(root, 'footer').firstChild as Text).data = 'Fin')],
  [
    'an input moved into a wrapper',
    (root) => {
      const [input, wrapper] = [find(root, 'input'), icon()];
      input.replaceWith(wrapper);
      wrapper.append(input);
    },
  ],
  [
    'several, one in another',
    (root) => {
      translate(find(root, 'p').firstChild as Text);
      find(root, 'p').before(icon());
      find(root, 'p').remove();
    },
  ],
])('undoes %s', (_, change) => {
  const { root, take } = parse();
  const nodes = [...root.querySelectorAll('*')];
  change(root);
  const mutations = foreignMutations(take(), root);
  expect(mutations).not.toEqual([]);
  undoMutations(mutations);
  expect(root.outerHTML).toBe(`<div>${PAGE}</div>`);
  expect([...root.querySelectorAll('*')]).toEqual(nodes);
});

test('does not treat parsed nodes as foreign', () => {
  const { root, take } = parse();
  const text = find(root, 'footer').firstChild as Text;
  text.data += ' of the page'; // a text in two network packets
  expect(foreignMutations(take(), root)).toEqual([]);
});

import { headElements } from './head-tags';

export function writeHead(...page: Parameters<typeof headElements>): void {
  const tags = headElements(...page).flatMap((element) => {
    if (element.tag === 'title') return [];
    if (element.tag === 'json-ld') {
      const block = document.head.querySelector('script[type="application/ld+json"]');
      if (block && block.textContent !== element.text) block.replaceChildren(element.text);
      return [];
    }
    const node = document.createElement(element.tag);
    for (const [name, value] of Object.entries(element.attributes)) node.setAttribute(name, value);
    node.dataset['head'] = '';
    return [node];
  });
  for (const old of document.head.querySelectorAll('[data-head]')) old.remove();
  document.head.append(...tags);
}

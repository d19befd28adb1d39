import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFirstElements } from './keep-first-elements';

const { prototype } = CustomElementRegistry;
const { define } = prototype;
let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  keepFirstElements();
});
afterEach(() => {
  prototype.define = define;
  warn.mockRestore();
});

const createClass = () => class extends HTMLElement {};

describe('keepFirstElements', () => {
  it('keeps the first definition of an element, and warns of the second', () => {
    const [first, second] = [createClass(), createClass()];
    customElements.define('rating-stars', first);
    expect(warn).not.toHaveBeenCalled();
    customElements.define('rating-stars', second);
    expect(customElements.get('rating-stars')).toBe(first);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('<rating-stars>'));
  });

  it('throws for an invalid name, and for a class that has a name', () => {
    const named = createClass();
    customElements.define('rating-row', named);
    expect(() => customElements.define('rating', createClass())).toThrow();
    expect(() => customElements.define('rating-table', named)).toThrow();
  });
});

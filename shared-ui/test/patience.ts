import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 }); // CI machines are slow

// test files share a document; one that leaves elements behind would change the next
if ('document' in globalThis) {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}

// jsdom has no layout and no modal dialogs; tests of server rendering have no elements
if ('Element' in globalThis) {
  Element.prototype.scrollIntoView = () => {};
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
}

import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 }); // CI machines are slow

// jsdom has no layout; tests of server rendering have no elements
if ('Element' in globalThis) Element.prototype.scrollIntoView = () => {};

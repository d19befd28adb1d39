import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 }); // CI machines are slow

Element.prototype.scrollIntoView = () => {}; // jsdom has no layout

import { useState } from 'react';
import { copyText } from './platform';

const COPIED = 'Copied';
const REFUSED = "Your browser won't let us copy. Please select the text instead.";

/** Copies a text. `status` is about this text only, and empty during a copy, so that the next one is announced, too. */
export function useCopy(text: string): { copy(): void; status: string } {
  const [result, setResult] = useState({ text, status: '' });
  const copy = () => {
    setResult({ text, status: '' });
    void copyText(text).then((done) => setResult({ text, status: done ? COPIED : REFUSED }));
  };
  return { copy, status: result.text === text ? result.status : '' };
}

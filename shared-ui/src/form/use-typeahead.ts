import { useRef } from 'react';

export const LISTBOX_TYPEAHEAD_RESET_MS = 350;

export function useTypeahead(labels: readonly string[]) {
  const search = useRef({
    text: '',
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  });
  const reset = () => {
    clearTimeout(search.current.timer);
    search.current.text = '';
  };
  return {
    reset,
    running: () => search.current.text !== '',
    /** Adds a character; returns the index of the match, or -1. */
    type(character: string, from: number): number {
      const state = search.current;
      clearTimeout(state.timer);
      state.timer = setTimeout(reset, LISTBOX_TYPEAHEAD_RESET_MS);
      state.text += character.toLowerCase();
      const repeated = [...state.text].every((letter) => letter === state.text[0]);
      const prefix = repeated ? (state.text[0] ?? '') : state.text;
      const start = repeated ? from + 1 : from;
      for (let step = 0; step < labels.length; step++) {
        const index = (start + step) % labels.length;
        if (labels[index]?.toLowerCase().startsWith(prefix)) return index;
      }
      return -1;
    },
  };
}

import { useRef } from 'react';

/** How long after the last key the typed search starts anew. */
export const LISTBOX_TYPEAHEAD_RESET_MS = 350;

/** Finds the next label that starts with what is being typed; the same letter again goes on to the next. */
export function useTypeahead(labels: readonly string[]) {
  const search = useRef({
    text: '',
    timer: undefined as ReturnType<typeof setTimeout> | undefined,
  });
  const forget = () => {
    clearTimeout(search.current.timer);
    search.current.text = '';
  };
  return {
    forget,
    running: () => search.current.text !== '',
    /** Takes a typed character; answers the index found, or -1. */
    type(character: string, from: number): number {
      const state = search.current;
      clearTimeout(state.timer);
      state.timer = setTimeout(forget, LISTBOX_TYPEAHEAD_RESET_MS);
      state.text += character.toLowerCase();
      const repeated = [...state.text].every((letter) => letter === state.text[0]);
      const wanted = repeated ? (state.text[0] ?? '') : state.text;
      const start = repeated ? from + 1 : from;
      for (let step = 0; step < labels.length; step++) {
        const index = (start + step) % labels.length;
        if (labels[index]?.toLowerCase().startsWith(wanted)) return index;
      }
      return -1;
    },
  };
}

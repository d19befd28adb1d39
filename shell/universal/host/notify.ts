import type { NotifyApi } from '@carry/contracts/shell';
import { createStore, type StoreApi } from 'zustand/vanilla';

interface Question {
  id: number;
  kind: 'alert' | 'confirm';
  message: string;
  note: string | undefined;
  answer(yes: boolean): void;
}

interface Toast {
  id: number;
  message: string;
  action: { label: string; run(): void } | undefined;
}

interface NotifyState {
  questions: Question[];
  toasts: Toast[];
}

export type NotifyStore = StoreApi<NotifyState> & { dismiss(id: number): void };

export function createNotify(): { store: NotifyStore; api: NotifyApi } {
  let last = 0;
  const state = createStore<NotifyState>(() => ({ questions: [], toasts: [] }));
  const ask = (kind: Question['kind'], message: string, note?: string) =>
    new Promise<boolean>((resolve) => {
      const id = ++last;
      const answer = (yes: boolean) => {
        state.setState(({ questions }) => ({
          questions: questions.filter((question) => question.id !== id),
        }));
        resolve(yes);
      };
      state.setState(({ questions }) => ({
        questions: [...questions, { id, kind, message, note, answer }],
      }));
    });
  const store = Object.assign(state, {
    dismiss: (id: number) =>
      state.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
  });
  return {
    store,
    api: {
      alert: (message, note) => ask('alert', message, note).then(() => {}),
      confirm: (message, note) => ask('confirm', message, note),
      toast: (message, action) =>
        state.setState(({ toasts }) => ({ toasts: [...toasts, { id: ++last, message, action }] })),
    },
  };
}

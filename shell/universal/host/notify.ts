import type { ConfirmLabels, NotifyApi } from '@carry/contracts/shell';
import { createStore, type StoreApi } from 'zustand/vanilla';

interface Question {
  id: number;
  kind: 'alert' | 'confirm';
  message: string;
  note: string | undefined;
  labels: ConfirmLabels | undefined;
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
  type Words = Parameters<NotifyApi['confirm']>;
  const ask = (kind: Question['kind'], ...[message, note, labels]: Words) =>
    new Promise<boolean>((resolve) => {
      const id = ++last;
      const answer = (yes: boolean) => {
        state.setState(({ questions }) => ({
          questions: questions.filter((question) => question.id !== id),
        }));
        resolve(yes);
      };
      state.setState(({ questions }) => ({
        questions: [...questions, { id, kind, message, note, labels, answer }],
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
      confirm: (...words) => ask('confirm', ...words),
      toast: (message, action) =>
        state.setState(({ toasts }) => ({ toasts: [...toasts, { id: ++last, message, action }] })),
    },
  };
}

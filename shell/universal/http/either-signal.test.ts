import { expect, onTestFinished, test } from 'vitest';
import { eitherSignal } from './http';

test.each([0, 1])('aborts with signal %i and its reason', (index) => {
  const controllers = [new AbortController(), new AbortController()] as const;
  const signal = eitherSignal(controllers[0].signal, controllers[1].signal);
  expect(signal.aborted).toBe(false);
  controllers[index]?.abort('left');
  expect([signal.aborted, signal.reason]).toEqual([true, 'left']);
});

test('is aborted from the start if either signal is', () => {
  const { signal } = new AbortController();
  expect(eitherSignal(signal, AbortSignal.abort('gone')).reason).toBe('gone');
});

test('works without AbortSignal.any', () => {
  const native = Object.getOwnPropertyDescriptor(AbortSignal, 'any') ?? {};
  Reflect.deleteProperty(AbortSignal, 'any'); // Safari before 17.4
  onTestFinished(() => void Object.defineProperty(AbortSignal, 'any', native));
  const controller = new AbortController();
  const signal = eitherSignal(controller.signal, new AbortController().signal);
  controller.abort();
  expect(signal.aborted).toBe(true);
});

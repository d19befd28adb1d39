import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testimonials } from './content';
import { TESTIMONIAL_INTERVAL_MS, TestimonialCarousel } from './testimonial-carousel';

let reduced = false;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
});
afterEach(() => {
  cleanup();
  reduced = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shown = () =>
  screen
    .getAllByRole('group', { hidden: true })
    .findIndex((group) => group.hasAttribute('data-current'));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const carousel = () => screen.getByRole('region', { name: 'What students say' });

test('advances every 5000 ms and wraps around', {
  tags: ['@spec-1.8', '@spec-9.10', '@extra-B2'],
}, () => {
  expect(TESTIMONIAL_INTERVAL_MS).toBe(5000);
  render(<TestimonialCarousel />);
  wait(4999);
  expect(shown()).toBe(0);
  wait(1);
  expect(shown()).toBe(1);
  for (let step = 1; step < testimonials.length; step++) wait(5000);
  expect(shown()).toBe(0);
});

test('pauses on hover and resumes afterwards', { tags: ['@spec-1.8', '@extra-B2'] }, () => {
  render(<TestimonialCarousel />);
  fireEvent.pointerEnter(carousel(), { pointerType: 'mouse' });
  wait(20_000);
  expect(shown()).toBe(0);
  fireEvent.pointerLeave(carousel());
  wait(5000);
  expect(shown()).toBe(1);
});

test('navigates with previous, next and dots, and wraps around', {
  tags: ['@spec-1.8', '@spec-3.17'],
}, () => {
  render(<TestimonialCarousel />);
  fireEvent.click(screen.getByRole('button', { name: 'Previous testimonial' }));
  expect(shown()).toBe(testimonials.length - 1);
  fireEvent.click(screen.getByRole('button', { name: 'Next testimonial' }));
  expect(shown()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Testimonial 3' }));
  expect(shown()).toBe(2);
});

test('stops and starts; reduced motion starts stopped', { tags: ['@extra-B2'] }, () => {
  const { unmount } = render(<TestimonialCarousel />);
  fireEvent.click(screen.getByRole('button', { name: 'Stop slide rotation' }));
  wait(10_000);
  expect(shown()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Start slide rotation' }));
  wait(5000);
  expect(shown()).toBe(1);
  unmount();
  reduced = true;
  render(<TestimonialCarousel />);
  wait(10_000);
  expect(shown()).toBe(0);
});

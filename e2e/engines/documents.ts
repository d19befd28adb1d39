// Ways between documents: back from another site, and a reload of a page with typed text.
import { demo } from 'api/demo';
import { newAddress } from '../support/site/actions';
import { expect } from '../support/site/fixtures';
import type { Engine } from './engine';
import { fillBooking, logIn, pickTime } from './journeys';
import { button, field, heading, mainButton, option, text } from './locate';

const shows = (engine: Engine, name: string, value: string) =>
  engine.until(
    `${name} with "${value}"`,
    (field: string, wanted: string) =>
      document.querySelector<HTMLInputElement>(`main [name="${field}"]`)?.value === wanted,
    name,
    value,
  );

async function reload(engine: Engine): Promise<void> {
  await engine.evaluate(() => {
    Object.assign(globalThis, { left: true });
    location.reload();
  });
  await engine.until(
    'a new document',
    () => !('left' in globalThis) && document.readyState === 'complete',
  );
  await engine.hydrated();
}

async function openPayment(engine: Engine): Promise<void> {
  await engine.click(mainButton('^Book Now$'));
  await engine.sees(heading('^Pay 25\\.00 USD'));
}

/** Checks that Back from the payment page leads to a form that works, and after the payment to an empty one. */
export async function backFromPayment(engine: Engine): Promise<void> {
  await logIn(engine, demo.student);
  await engine.open('/booking/1');
  await engine.click(option('^One-on-one coaching'));
  await fillBooking(engine, 'back#1234');
  await pickTime(engine, 3, 0);
  await openPayment(engine);
  await engine.back();
  await engine.at('^/booking/1$');
  await engine.hydrated();
  await shows(engine, 'contact', 'back#1234');
  await openPayment(engine);
  await engine.click(button('^Pay'));
  await engine.sees(heading('^Booking Confirmed$'));
  await engine.evaluate(() => void setTimeout(() => history.go(-2)));
  await engine.at('^/booking/1$');
  await engine.hydrated();
  await shows(engine, 'contact', '');
  await engine.open('/');
  await engine.sees(heading('^Level Up With World-Class Coaches'));
  expect(
    await engine.evaluate(() => document.querySelector('aside[aria-label="Your booking"]')),
  ).toBeNull();
}

/** Checks that a form shows after a reload what it sends: Firefox restores typed text without an event. */
export async function reloadedForms(engine: Engine): Promise<void> {
  await engine.open('/booking/1');
  await engine.click(option('^One-on-one coaching'));
  await fillBooking(engine, 'reload#1234');
  await engine.fill(field('^Quantity'), '3');
  await engine.sees(text('\\$75\\.00'));
  await reload(engine);
  await engine.sees(text('\\$75\\.00'));
  await shows(engine, 'contact', 'reload#1234');
  await shows(engine, 'quantity', '3');
  await engine.open('/lol');
  await engine.fill(field('^Your email'), newAddress());
  await reload(engine);
  const isRestored = await engine.evaluate(
    () => document.querySelector<HTMLInputElement>('main [name="email"]')?.value !== '',
  );
  if (!isRestored) await engine.fill(field('^Your email'), newAddress()); // WebKit restores no text
  await engine.click(mainButton('^Tell me when'));
  await engine.sees(text("^Thanks! We'll email you"));
}

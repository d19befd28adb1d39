import { signPreview } from '@carry/releases';
import { demo } from 'api/demo';
import { Secret, TOTP } from 'otpauth';
import { publishRemote } from 'workspace/publish-remote';
import { bookingWith, openStore } from '../support/releases/releases';
import { mailTo, newAddress } from '../support/site/actions';
import { expect, type Site } from '../support/site/fixtures';
import type { Engine } from './engine';
import { button, field, heading, link, mainButton, mainLink, option, text } from './locate';

const PASSWORD = 'Carry-2026!';
const PREVIEW_MS = 3_600_000;
const contact = field('Contact info');

export async function logIn(
  engine: Engine,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await engine.open('/login');
  await engine.fill(field('^Email'), email);
  await engine.fill(field('^Password$'), password);
  await engine.click(mainButton('^Login'));
  await engine.at('^/$');
  await engine.sees(button('^Sign Out$'));
}

export async function fillBooking(engine: Engine, name: string): Promise<void> {
  await engine.fill(contact, name);
  await engine.fill(field('^Details'), 'Stuck in Gold. I lose every second duel on the B site.');
}

/** Opens a day with times and takes one, both counted from 0. */
export async function pickTime(engine: Engine, day: number, time: number): Promise<void> {
  await engine.click({ ...button('\\d+ times'), nth: day });
  await engine.click({
    css: '[role=group] button, fieldset button',
    name: '\\d{1,2}:\\d{2}',
    nth: time,
  });
}

async function book(engine: Engine, day: number, time: number): Promise<void> {
  await engine.click(option('^One-on-one coaching'));
  await engine.fill(field('^Quantity'), '2');
  await engine.sees(text('\\$50\\.00'));
  await pickTime(engine, day, time);
  await engine.click(mainButton('^Book Now$'));
  await engine.sees(heading('^Pay 50\\.00 USD'));
  await engine.click(button('^Pay'));
  await engine.at('^/booking-success\\?session_id=cs_test_');
  await engine.sees(heading('^Booking Confirmed$'));
}

async function browse(engine: Engine): Promise<void> {
  await engine.open('/');
  await engine.sees(heading('^Level Up With World-Class Coaches'));
  await engine.click(button('^Your game: Select your game'));
  await engine.click(option('^Counter-Strike 2'));
  await engine.at('^/cs2$');
  await engine.sees(heading('^Counter-Strike 2 Coaching'));
  await engine.click(mainLink('^Book Now$'));
  await engine.at('^/booking/1$');
  await engine.sees(heading('^Nova$'));
}

export async function studentJourney(engine: Engine, site: Site): Promise<void> {
  const email = newAddress();
  await browse(engine);
  await fillBooking(engine, 'kim#1234');
  await engine.click(mainLink('^Register$'));
  await engine.fill(field('^Email'), email);
  await engine.fill(field('^Password$'), PASSWORD);
  await engine.fill(field('^Confirm password$'), PASSWORD);
  await engine.sees(text('Verified as human\\.'));
  await engine.click(mainButton('^Register$'));
  await engine.sees(text('^Registered!'));
  const mail = await mailTo(site, email, /^Verify/);
  await engine.open(/https?:\/\/\S+\/verify-email\S+/.exec(mail)?.[0] ?? '');
  await engine.sees(text('^Press the button to finish'));
  await engine.click(button('^Verify my email$'));
  await engine.sees(text('Your email address is verified'));
  await engine.click(mainLink('^Continue your booking with Nova'));
  await engine.until(
    'the draft',
    (label: string) =>
      [...document.querySelectorAll('label')].some(
        ({ textContent, control }) =>
          textContent?.includes(label) &&
          (control as HTMLInputElement | null)?.value === 'kim#1234',
      ),
    'Contact info',
  );
  await book(engine, 2, 0);
  expect(await mailTo(site, email, /^Your session with Nova/)).toContain('Paid: $50.00');
  await engine.click(mainLink('^My Sessions$'));
  await engine.at('^/sessions$');
  await engine.sees(text('120 mins'));
  await engine.sees(text('confirmed'));
}

export async function bookAsMember(engine: Engine): Promise<void> {
  await browse(engine);
  await logIn(engine, demo.student);
  await engine.open('/booking/1');
  await fillBooking(engine, 'kim#1234');
  await book(engine, 2, 1);
  await engine.open('/sessions');
  await engine.sees(text('120 mins'));
}

/** Reads a booking as a coach, saves notes, changes hours without losing the focus and cancels a navigation with unsaved changes. */
export async function coachJourney(engine: Engine): Promise<void> {
  await logIn(engine, demo.coach);
  await engine.open('/coach-dashboard');
  await engine.click(mainLink('^View Booking'));
  await engine.at('^/coach/bookings/\\d+');
  await engine.fill(field('^Coach Notes'), `Entry timing, in ${engine.name}.`);
  await engine.click(mainButton('^Save Notes$'));
  await engine.sees(text('^Saved \\d\\d:\\d\\d$'));
  await engine.open('/coach/availability');
  await engine.fill(field('^Days ahead'), engine.name === 'WebKit' ? '41' : '40');
  await engine.sees(text('^Not saved yet\\.$'));
  await engine.click(mainButton('^Add hours to Sunday$'));
  await engine.click(mainButton('^Remove 19:00 to 23:00 on Sunday$'));
  await engine.until(
    'focus on the control in place of the removed one',
    (label: string) => document.activeElement?.getAttribute('aria-label') === label,
    'Add hours to Sunday',
  );
  await engine.click(mainLink('^Profile$'));
  await engine.sees({ css: '[role=alertdialog]', name: 'Leave without saving\\?' });
  await engine.click({ css: '[role=alertdialog] button', name: '^Stay$' });
  await engine.at('^/coach/availability$');
  await engine.click(mainButton('^Save availability$'));
  await engine.sees(text('^Saved \\d\\d:\\d\\d$'));
  await engine.click(mainLink('^Reviews$'));
  await engine.at('^/coach/reviews$');
  await engine.sees(button('[Rr]eply'));
}

/** Opens the operator's console, whose second factor is set up on the first visit to a site. */
export async function enterConsole(engine: Engine): Promise<void> {
  await logIn(engine, demo.operator);
  await engine.open('/operator');
  await engine.click(button('^Set up second factor$'));
  const key = await engine.until(
    'the key of the second factor',
    () =>
      [...document.querySelectorAll('main *')].find(({ textContent }) =>
        /^[A-Z2-7]{32}$/.test(textContent ?? ''),
      )?.textContent,
  );
  const code = new TOTP({ secret: Secret.fromBase32(key ?? '') }).generate();
  await engine.fill(field('^6-digit code from the app'), code);
  await engine.click(button('^Turn on$'));
  await engine.click(button("^I've saved them$"));
  await engine.sees(heading('^Sessions$'));
}

export async function signOut(engine: Engine): Promise<void> {
  await engine.click(button('^Sign Out$'));
  await engine.until(
    'a signed-out header',
    () => document.querySelector('header a[href="/login"]') !== null,
  );
}

export async function reviewerJourney(engine: Engine, site: Site): Promise<void> {
  const words = `Book your session in ${engine.name}`;
  const channel = `pr-${engine.name.toLowerCase()}`;
  const expires = new Date(Math.ceil((Date.now() + PREVIEW_MS) / 1000) * 1000);
  await publishRemote('mf-booking', openStore(site), {
    why: 'test',
    dist: bookingWith(words),
    target: { channel, expires },
  });
  const preview = signPreview(site.env['PREVIEW_SECRET'] as string, {
    remote: 'mf-booking',
    channel,
    expires: expires.getTime(),
  });
  await engine.open(`/booking/1?preview=${preview}`);
  await engine.sees(heading(`^${words}`));
  await engine.until(
    'the line about the preview',
    (shown: string) =>
      document.querySelector('[aria-label="Preview"]')?.textContent?.includes(shown),
    `mf-booking ${channel}`,
  );
  await engine.click({ css: 'header a[href="/"]' });
  await engine.sees(heading('^Level Up With World-Class Coaches'));
  await engine.click(link('^Exit'));
  await engine.until('the live page', () => !document.querySelector('[aria-label="Preview"]'));
  await engine.open('/booking/1');
  await engine.sees(heading('^Book a session'));
}

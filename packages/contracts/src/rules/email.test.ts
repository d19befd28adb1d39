import { expect, test } from 'vitest';
import { email } from '../calls/fields';
import { emailProblem } from './email';

const refused = [
  'a<victim@x.example>',
  'a <victim@x.example>',
  '(d)victim@x.example',
  'victim(d)@x.example',
  'victim@x.example,',
  'victim@x.example,b@x.example',
  'victim@x.example;',
  '"victim"@x.example',
  '.victim@x.example',
  'victim.@x.example',
  'vic..tim@x.example',
  'x@y..example',
  'x@.y.example',
  'x@y.example.',
  'x@-y.example',
  'x@y-.example',
  'x@localhost',
  'kim@[127.0.0.1]',
  'kim@127.0.0.1',
  'kim@x.example\u200b',
  'k\u200bim@x.example',
  'kim@x.example\0',
  'kim\r\nBcc: a@x.example',
  '\u0130@x.example',
  '\u212aim@x.example',
  'kim@\uff58.example',
  'kim@x@y.example',
  `${'k'.repeat(65)}@x.example`,
];
test.each(refused)('refuses %j', (address) => {
  expect(email.safeParse(address).success).toBe(false);
  expect(emailProblem(address)).toBe('Please enter a valid email address.');
});

test.each([
  ['kim@x.example', 'kim@x.example'],
  [" Kim.O'Hara+tag@Sub.Example.co ", "kim.o'hara+tag@sub.example.co"],
  ['kim_1@xn--e1afmkfd.xn--p1ai', 'kim_1@xn--e1afmkfd.xn--p1ai'],
  ['1@a-b.example', '1@a-b.example'],
])('accepts %j', (address, stored) => {
  expect(email.parse(address)).toBe(stored);
  expect(emailProblem(address)).toBeNull();
});

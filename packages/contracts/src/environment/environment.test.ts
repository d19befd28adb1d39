import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  ConfigError,
  host,
  json,
  number,
  oneOf,
  optional,
  origins,
  port,
  readEnvironment,
  required,
  secret,
  text,
  url,
  webUrl,
  withDefault,
  yesOrNo,
} from './environment';

const variables = {
  PORT: withDefault('where it answers', port(), '3000'),
  API_URL: required('where the API is', url()),
  TOKEN: required('opens the door', secret()),
  ORIGINS: optional('who may ask', origins()),
  SHARE: withDefault('how much', number({ min: 0, max: 1 }, 'from 0 to 1'), '0.5'),
  OPEN: withDefault('to all', yesOrNo(), 'no'),
  NAME: optional('how it is called', text()),
  MODE: withDefault('how', oneOf(['on', 'off']), 'on'),
};
const right = { API_URL: 'https://api.example/', TOKEN: '0123456789abcdef' };
const mistakes = (env: Record<string, string>, rules = () => [] as string[]) => {
  try {
    readEnvironment(variables, env, rules);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
};

test('parses values and treats blank ones as unset', () => {
  expect(
    readEnvironment(variables, {
      ...right,
      PORT: '',
      SHARE: '  ',
      ORIGINS: 'https://a.example, http://b.example ,',
    }),
  ).toEqual({
    PORT: 3000,
    API_URL: 'https://api.example',
    TOKEN: '0123456789abcdef',
    ORIGINS: ['https://a.example', 'http://b.example'],
    SHARE: 0.5,
    OPEN: false,
    MODE: 'on',
  });
});

test('reports all mistakes at once, one line per variable', () => {
  const env = {
    PORT: '70000',
    TOKEN: 'short',
    ORIGINS: 'https://a.example nonsense',
    SHARE: '2',
    OPEN: 'true',
    MODE: 'ON',
  };
  expect(mistakes(env, () => ['OPEN does not go with MODE'])).toEqual([
    "PORT must be a port number, not '70000'",
    'API_URL is not set',
    'TOKEN must have at least 16 characters',
    "ORIGINS must be an origin such as https://example.com, not 'nonsense'",
    "SHARE must be from 0 to 1, not '2'",
    "OPEN must be yes or no, not 'true'",
    "MODE must be on or off, not 'ON'",
    'OPEN does not go with MODE',
  ]);
});

test('passes only well-formed values to the rules', () => {
  let seen = {};
  const rules = (values: object) => {
    seen = values;
    return [];
  };
  expect(() => readEnvironment(variables, { ...right, PORT: 'x' }, rules)).toThrow(/^PORT/);
  expect(seen).toMatchObject({ API_URL: 'https://api.example', SHARE: 0.5 });
  expect(seen).not.toHaveProperty('PORT');
});

test('keeps messages to one short line without passwords', () => {
  const [forged = ''] = mistakes({ ...right, MODE: 'on\nPORT is fine' });
  expect(forged).toBe("MODE must be on or off, not 'on PORT is fine'");
  expect(mistakes({ ...right, API_URL: 'https//robin:hunter2@api.example' })).toEqual([
    "API_URL must be a URL, not '…@api.example'",
  ]);
  expect(mistakes({ ...right, API_URL: 'https://api\n.example' })).toEqual([
    "API_URL must be a URL, not 'https://api .example'",
  ]);
  expect(mistakes({ ...right, NAME: 'Carry\nBcc: all' })).toEqual([
    "NAME must be one line, not 'Carry Bcc: all'",
  ]);
  expect(mistakes({ ...right, TOKEN: 'hunter2' }).join()).not.toContain('hunter2');
  expect(mistakes({ ...right, MODE: 'x'.repeat(9000) }).join().length).toBeLessThan(200);
});

test('ignores inherited properties', () => {
  expect(() => readEnvironment(variables, Object.create(right))).toThrow(
    'API_URL is not set\nTOKEN is not set',
  );
});

test.each([
  [
    'a number at its limits',
    () => number({ min: 0, max: 1 }, 'x'),
    ['0', '1'],
    ['-0.1', '1.1', 'x'],
  ],
  ['a whole number', () => port(1), ['1', '65535'], ['0', '1.5', '65536']],
  ['a URL without trailing slashes', url, ['https://a.example//'], ['a.example']],
  [
    'an address to listen on',
    host,
    ['localhost', '127.0.0.1', '::1', '::'],
    ['127.0.0', 'a.example', 'x127.0.0.1', '127.0.0.1 ', '127.0.0.1234'],
  ],
  [
    'a web address',
    webUrl,
    ['https://a.example/b'],
    ['ftp://a.example', 'xhttps://a.example', 'httpsx://a', 'a'],
  ],
  [
    'origins',
    origins,
    ['https://a.example:8080'],
    ['https://a.example/b', 'https://a.example/?x', 'https://a.example/#x', 'ftp://a.example', 'a'],
  ],
  [
    'JSON of a shape',
    () => json(z.object({ a: z.number() }), 'x'),
    ['{"a":1}'],
    ['{"a":"1"}', '{'],
  ],
] as const)('accepts %s and refuses others', (_, type, accepted, refused) => {
  for (const value of accepted)
    expect([value, type().safeParse(value).success]).toEqual([value, true]);
  for (const value of refused)
    expect([value, type().safeParse(value).success]).toEqual([value, false]);
});

test('normalizes addresses and parses JSON', () => {
  expect(url().parse('HTTPS://A.example//')).toBe('https://a.example');
  expect(webUrl().parse('https://a.example')).toBe('https://a.example/');
  expect(json(z.object({ a: z.number() }), 'x').parse('{"a":1}')).toEqual({ a: 1 });
  expect(json(z.number(), 'a number').safeParse('{').error?.issues[0]?.message).toBe(
    'must be a number',
  );
});

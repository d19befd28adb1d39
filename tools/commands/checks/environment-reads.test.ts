import { expect, test } from 'vitest';
import { unnamedReads } from './environment-reads';

const declared = new Set(['PORT', 'TZ']);

test.each([
  ['a member', 'listen(process.env.SECRET_DOOR)', 'SECRET_DOOR'],
  ['after a declared one', 'f(process.env.PORT, process.env.SECRET_DOOR ?? 1)', 'SECRET_DOOR'],
  ['in small letters', 'process.env.secret_door', 'secret_door'],
  ['in brackets', "process.env['SECRET_DOOR']", 'SECRET_DOOR'],
  ['optional', 'process.env?.SECRET_DOOR', 'SECRET_DOOR'],
  ['over two lines', 'process\n  .env\n  .SECRET_DOOR', 'SECRET_DOOR'],
  ['compared', 'process.env.SECRET_DOOR === "1"', 'SECRET_DOOR'],
  ['in a template', '`$' + '{process.env.SECRET_DOOR}`', 'SECRET_DOOR'],
  ['of the build', 'import.meta.env.SECRET_DOOR', 'SECRET_DOOR'],
  ['by a computed name', 'process.env[name]', 'computed'],
  ['taken apart', 'const { SECRET_DOOR } = process.env;', 'destructures'],
  ['by another name', 'const env = process.env;\nenv.SECRET_DOOR', 'destructures'],
  ['as a default', 'function read(env = process.env) {}', 'destructures'],
  ['imported', "import { env } from 'node:process';", 'destructures'],
])('reports a read: %s', (_, source, problem) => {
  expect(unnamedReads(source, declared).join('\n')).toContain(problem);
});

test.each([
  ['a declared variable', 'process.env.PORT || process.env["TZ"]'],
  ['an assignment', "process.env.SECRET_DOOR = 'x'; process.env.SECRET_DOOR ??= 'y';"],
  [
    'the whole environment as an argument',
    'readConfig(process.env, {}); spawn(file, { env: { ...process.env, PORT }, other: process.env })',
  ],
  ['a comment', '// process.env.SECRET_DOOR'],
])('accepts %s', (_, source) => {
  expect(unnamedReads(source, declared)).toEqual([]);
});

import { expect, test } from 'vitest';
import { unnamedReads } from './environment-reads';

const named = new Set(['PORT', 'TZ']);

test.each([
  ['a member', 'listen(process.env.SECRET_DOOR)', 'SECRET_DOOR'],
  ['after one that is named', 'f(process.env.PORT, process.env.SECRET_DOOR ?? 1)', 'SECRET_DOOR'],
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
])('a read %s is found', (_, source, what) => {
  expect(unnamedReads(source, named).join('\n')).toContain(what);
});

test.each([
  ['what a schema names', 'process.env.PORT || process.env["TZ"]'],
  [
    'what is set, for processes that are started',
    "process.env.SECRET_DOOR = 'x'; process.env.SECRET_DOOR ??= 'y';",
  ],
  [
    'the whole of it, handed on',
    'readConfig(process.env, {}); spawn(file, { env: { ...process.env, PORT }, other: process.env })',
  ],
  ['a comment', '// process.env.SECRET_DOOR'],
])('%s is fine', (_, source) => {
  expect(unnamedReads(source, named)).toEqual([]);
});

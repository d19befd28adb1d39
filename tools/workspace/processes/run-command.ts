import { type ExecFileOptions, execFile } from 'node:child_process';
import { promisify } from 'node:util';

type Failure = Error & { stdout?: string; stderr?: string };

/** Runs a program until it exits. Throws an error with all that a failed one printed: compilers report to standard output. */
export const runCommand = (
  program: string,
  args: readonly string[],
  { title = program, ...options }: ExecFileOptions & { title?: string } = {},
): Promise<unknown> =>
  promisify(execFile)(program, args, options).catch((error: Failure) => {
    const printed = [error.stdout, error.stderr].join('').trim();
    throw new Error(`${title} failed:\n${printed || error.message}`, { cause: error });
  });

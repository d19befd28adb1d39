#!/usr/bin/env node
// Command line of a remote's repository: carry-remote <command>
import { check } from './check';
import { dev } from './dev';
import { type Project, readProject } from './project';
import { releases } from './releases';
import { build } from './run';

interface Command {
  usage: string;
  does: string;
  /** Returns an exit code, or a final message. */
  run(project: Project, args: string[]): Promise<number | string>;
}

const commands: Record<string, Command> = {
  dev: {
    usage: '[--site URL] [--port N]',
    does: 'starts the remote with hot reload: standalone, or with --site URL inside a local site that allows it',
    run: dev,
  },
  build: {
    usage: '',
    does: 'builds the remote for publishing',
    run: async (project) => {
      await build(project);
      return `built ${project.name}`;
    },
  },
  check: {
    usage: '',
    does: 'checks types, builds, and checks that the site supports the contract and modules of the remote',
    run: check,
  },
  publish: {
    usage: '[--channel NAME] [--percent N] [--why TEXT] [--json]',
    does: 'builds the remote and publishes it; --channel NAME: preview only; --percent N: canary',
    run: (project, args) => releases(project, ['publish', project.name, ...args]),
  },
  releases: {
    usage: '<command>',
    does: 'runs a release command, such as: releases rollback mf-help',
    run: releases,
  },
};

const overview = () =>
  [
    'carry-remote <command>',
    '',
    ...Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(9)} ${does}`),
  ].join('\n');

const isHelp = (word: string) => word === '--help' || word === '-h';

async function main([name = '', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(overview());
    process.exitCode = name === '' || isHelp(name) ? 0 : 2;
    return;
  }
  if (args.some(isHelp) && name !== 'releases') {
    console.log(`carry-remote ${name} ${command.usage}\n\n  ${command.does}`.replace(/ +$/m, ''));
    return;
  }
  const outcome = await command.run(readProject(), args);
  if (typeof outcome === 'number') process.exitCode = outcome;
  else console.log(outcome);
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

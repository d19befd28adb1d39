#!/usr/bin/env node
// What a team runs in the repository of its remote: carry-remote <command>.
import { check } from './check';
import { dev } from './dev';
import { type Project, readProject } from './project';
import { releases } from './releases';
import { build } from './run';

interface Command {
  /** Its flags. */
  usage: string;
  does: string;
  /** Answers the exit code, or what to say at the end. */
  run(project: Project, args: string[]): Promise<number | string>;
}

const commands: Record<string, Command> = {
  dev: {
    usage: '[--site URL] [--port N]',
    does: 'shows the remote with hot reload: alone, or with --site URL inside a site of this machine that allows it',
    run: dev,
  },
  build: {
    usage: '',
    does: 'builds it as it is published',
    run: async (project) => {
      await build(project);
      return `built ${project.name}`;
    },
  },
  check: {
    usage: '',
    does: 'types, build, and whether the site still serves the contract and modules that it needs',
    run: check,
  },
  publish: {
    usage: '[--channel NAME] [--percent N] [--why TEXT] [--json]',
    does: 'builds it and sends it to the release server; --channel NAME: only a preview; --percent N: a canary',
    run: (project, args) => releases(project, ['publish', project.name, ...args]),
  },
  releases: {
    usage: '<command>',
    does: 'every other release command, such as: releases rollback mf-help',
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

import { UsageError } from '../command-line/flags';
import type { Described } from '../command-line/run';
import type { Command } from './command';

const unique = (words: string[]) => [...new Set(words)].join(' ');

const printCase = (words: string, next: string) =>
  `    '${words}' | '${words} '*) next='${next}' ;;`;

function bashScript(commands: Readonly<Record<string, Described>>, common: string): string {
  const names = Object.keys(commands);
  const groups = unique(
    names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0] ?? ''),
  ).split(' ');
  const cases = [
    ...Object.entries(commands).map(([name, { flags = [] }]) =>
      printCase(name, [...flags.map((flag) => `--${flag}`), common].join(' ')),
    ),
    ...groups.map((group) => {
      const inside = names.filter((name) => name.startsWith(`${group} `));
      return printCase(group, unique(inside.map((name) => name.split(' ')[1] ?? '')));
    }),
  ];
  return `_releases() {
  local word next words=''
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "$word" in -*) ;; *) words="\${words:+$words }$word" ;; esac
  done
  case "$words" in
    '') next='${unique(names.map((name) => name.split(' ')[0] ?? ''))} ${common}' ;;
${cases.join('\n')}
    *) next='${common}' ;;
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _releases releases`;
}

export const printCompletion = (
  commands: Readonly<Record<string, Described>>,
  everywhere: readonly string[],
): Command => ({
  args: '<shell>',
  does: 'prints a script that completes commands and flags in bash or zsh: source <(releases completion bash)',
  storeless: true,
  async run(_terminal, [shell]) {
    if (shell !== 'bash' && shell !== 'zsh') throw new UsageError('the shell is bash or zsh');
    const common = [...everywhere, 'help'].map((flag) => `--${flag}`).join(' ');
    const script = bashScript(commands, common);
    const text = shell === 'zsh' ? `autoload -Uz bashcompinit && bashcompinit\n${script}` : script;
    return { data: { shell, script: text }, text };
  },
});

import { findCopyInPacked } from '@carry/releases/checks';
import { type Expression, type Property, parse, type SpreadElement } from 'acorn';

type Module = Expression | Property | SpreadElement;

/** Returns the modules of a chunk, `(self.chunks = self.chunks || []).push([[ids], modules])`; undefined for other scripts. */
function listModules(code: string): Module[] | undefined {
  const { body } = parse(code, { ecmaVersion: 'latest' });
  const calls = body.flatMap((node) =>
    node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression'
      ? [node.expression]
      : [],
  );
  const [call] = calls;
  if (call?.callee.type !== 'MemberExpression') return undefined;
  const [registered] = call.arguments;
  const modules = registered?.type === 'ArrayExpression' ? registered.elements[1] : undefined;
  if (modules?.type === 'ObjectExpression') return modules.properties;
  if (modules?.type === 'ArrayExpression') return modules.elements.filter((one) => one !== null);
  return undefined;
}

/** Returns true if a script only registers modules. Other scripts start a page of the team. */
export const isChunk = (code: string): boolean => listModules(code) !== undefined;

/** Removes the modules from a chunk that the site provides. The container asks the site for them. */
export function withoutCopies(code: string): string {
  let text = code;
  for (const module of (listModules(code) ?? []).reverse()) {
    const { start, end } = module;
    if (findCopyInPacked(code.slice(start, end)) === undefined) continue;
    const key =
      module.type === 'Property' ? `${code.slice(module.key.start, module.key.end)}:` : '';
    text = `${text.slice(0, start)}${key}0${text.slice(end)}`;
  }
  return text;
}

import { findCopyInPacked } from '@carry/releases/checks';
import { type Expression, type Property, parse, type SpreadElement } from 'acorn';

type Module = Expression | Property | SpreadElement;

interface Registration {
  /** Each id with the list that the chunk registers in: two compilers have two lists. */
  keys: string[];
  modules: Module[];
}

/** Reads a chunk, `(self.chunks = self.chunks || []).push([[ids], modules])`; undefined for other scripts. */
function readChunk(code: string): Registration | undefined {
  const { body } = parse(code, { ecmaVersion: 'latest' });
  const calls = body.flatMap((node) =>
    node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression'
      ? [node.expression]
      : [],
  );
  const [call] = calls;
  if (call?.callee.type !== 'MemberExpression') return undefined;
  const [registered] = call.arguments;
  if (registered?.type !== 'ArrayExpression') return undefined;
  const [ids, modules] = registered.elements;
  const list = code.slice(call.callee.start, call.callee.end);
  const keys =
    ids?.type === 'ArrayExpression'
      ? ids.elements.map((id) => `${list} ${code.slice(id?.start, id?.end)}`)
      : [];
  if (modules?.type === 'ObjectExpression') return { keys, modules: modules.properties };
  if (modules?.type === 'ArrayExpression')
    return { keys, modules: modules.elements.filter((one) => one !== null) };
  return undefined;
}

/** Returns true if a script only registers modules. Other scripts start a page of the team. */
export const isChunk = (code: string): boolean => readChunk(code) !== undefined;

/** Returns the names of two scripts that are the same chunk, because a folder has the files of two builds; or null. */
export function findSameChunk(scripts: ReadonlyMap<string, string>): [string, string] | null {
  const seen = new Map<string, string>();
  for (const [name, code] of scripts)
    for (const key of readChunk(code)?.keys ?? []) {
      const other = seen.get(key);
      if (other !== undefined) return [other, name];
      seen.set(key, name);
    }
  return null;
}

/** Removes the modules from a chunk that the site provides. The container asks the site for them. */
export function withoutCopies(code: string): string {
  let text = code;
  for (const module of (readChunk(code)?.modules ?? []).reverse()) {
    const { start, end } = module;
    if (findCopyInPacked(code.slice(start, end)) === undefined) continue;
    const key =
      module.type === 'Property' ? `${code.slice(module.key.start, module.key.end)}:` : '';
    text = `${text.slice(0, start)}${key}0${text.slice(end)}`;
  }
  return text;
}

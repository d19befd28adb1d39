import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CompatStatement, Identifier as Entry } from '@mdn/browser-compat-data';
import ts from 'typescript-api';
import { COMES_WITH, data, findGuard, lacking } from './browser-support';

const builtins = data.javascript['builtins'] as Entry;
const owners = new Map<string, Entry>(
  [data.api as Entry, builtins, builtins['Intl'] as Entry].flatMap(Object.entries),
);

const standardFeatures = (parent: object): [name: string, isNew: boolean][] =>
  Object.entries(parent).flatMap(([name, { __compat: compat }]: [string, Entry]) => {
    const { status } = (compat ?? {}) as Partial<CompatStatement>;
    if (!status?.standard_track || status.experimental) return [];
    return [[name.replace(/_static$/, ''), lacking(compat as CompatStatement).length > 0]];
  });

const newNames = (features: [name: string, isNew: boolean][]) => {
  const old = new Set(features.flatMap(([name, isNew]) => (isNew ? [] : [name])));
  return features.flatMap(([name, isNew]) => (isNew && !old.has(name) ? [name] : []));
};

const newGlobals = new Set([
  ...newNames(standardFeatures(Object.fromEntries(owners))),
  ...newNames(standardFeatures(owners.get('Window') ?? {})),
]);

/** Members that no owner has had for long. Code without types shows no owner, and libraries have methods named like one word. */
const newMembers = new Set(
  newNames([...owners.values()].flatMap(standardFeatures)).filter((name) => /.[A-Z]/.test(name)),
);

const newStatics = new Set(
  [...owners].flatMap(([owner, entry]) =>
    newNames(standardFeatures(entry)).map((name) => `${owner}.${name}`),
  ),
);
const searched = new Set(
  [...newGlobals, ...newMembers, ...newStatics].map((name) => name.split('.').at(-1)),
);

function newFeature(node: ts.Node): string | null {
  const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
  if (!isCall && !ts.isPropertyAccessExpression(node)) return null;
  const { expression } = node;
  if (ts.isIdentifier(expression)) return newGlobals.has(expression.text) ? expression.text : null;
  if (!isCall || !ts.isPropertyAccessExpression(expression)) return null;
  const { text } = expression.name;
  return newMembers.has(text) || newStatics.has(expression.getText()) ? text : null;
}

function declaredName(node: ts.Node): string | null {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isPropertyAssignment(node);
  if (!isDeclaration) return null;
  const name = (ts.isBindingElement(node) && node.propertyName) || node.name;
  return name && ts.isIdentifier(name) ? name.text : null;
}

const isTried = (node: ts.Node) =>
  ts.isBlock(node) && ts.isTryStatement(node.parent) && node.parent.tryBlock === node;

function problemsIn(source: ts.SourceFile): string[] {
  const needed = new Set<string>();
  const safe = new Set<string | null>();
  const visit = (node: ts.Node, catches: boolean): void => {
    const isCaught = !ts.isFunctionLike(node) && (catches || isTried(node));
    safe.add(findGuard(node)).add(declaredName(node));
    const feature = newFeature(node);
    if (feature) (isCaught ? safe : needed).add(feature);
    ts.forEachChild(node, (child) => visit(child, isCaught));
  };
  visit(source, false);
  return [...needed].filter((name) => !safe.has(name) && !safe.has(COMES_WITH[name] ?? name));
}

/** Lists calls in built scripts, so those of libraries too, that some supported browser lacks and that no guard in the file covers. */
export const buildProblems = (files: readonly string[], root: string): string[] =>
  files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (!text.match(/\w+/g)?.some((word) => searched.has(word))) return [];
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    return problemsIn(source).map(
      (name) =>
        `${path.relative(root, file)}: ${name} is missing in a supported browser, and the file does not check for it`,
    );
  });

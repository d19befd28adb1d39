/** What a source reads from the environment without a schema that names it, and reads whose name nobody can check. */
export function unnamedReads(source: string, named: ReadonlySet<string>): string[] {
  const code = source.replaceAll(/^\s*(\/\/|\*).*$/gm, '');
  const reads = [
    ...code.matchAll(
      /\b(?:process|import\.meta)\s*\??\.\s*env\s*(?:\??\.\s*([A-Za-z_]\w*)|(?:\?\.)?\[\s*(['"`])(\w+)\2\s*\])/g,
    ),
  ]
    .filter(({ index, 0: { length } }) => !/^\s*(\?\?)?=(?!=)/.test(code.slice(index + length))) // it is set there
    .map(([, member, , quoted]) => member ?? quoted ?? '');
  const computed = /\bprocess\s*\??\.\s*env\s*(\?\.)?\[\s*(?!(['"`])\w+\2\s*\])/.test(code);
  const aliased = /=\s*process\s*\??\.\s*env\b(?!\s*\??\s*[.[])/.test(code);
  const imported = /import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*['"](node:)?process['"]/.test(code);
  return [
    ...[...new Set(reads)]
      .filter((name) => !named.has(name))
      .map((name) => `reads ${name}, which no schema names`),
    ...(computed ? ['reads a computed variable; hand process.env to readEnvironment'] : []),
    ...(aliased || imported
      ? [
          'aliases or destructures process.env; read each variable in its place or hand it whole to readEnvironment',
        ]
      : []),
  ];
}

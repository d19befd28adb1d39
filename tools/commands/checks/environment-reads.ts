/** Returns the environment variables that a source reads without a schema, and reads that cannot be checked. */
export function unnamedReads(source: string, declared: ReadonlySet<string>): string[] {
  const code = source.replaceAll(/^\s*(\/\/|\*).*$/gm, '');
  const reads = [
    ...code.matchAll(
      /\b(?:process|import\.meta)\s*\??\.\s*env\s*(?:\??\.\s*([A-Za-z_]\w*)|(?:\?\.)?\[\s*(['"`])(\w+)\2\s*\])/g,
    ),
  ]
    .filter(({ index, 0: { length } }) => !/^\s*(\?\?)?=(?!=)/.test(code.slice(index + length))) // not assignments
    .map(([, member, , quoted]) => member ?? quoted ?? '');
  const computed = /\bprocess\s*\??\.\s*env\s*(\?\.)?\[\s*(?!(['"`])\w+\2\s*\])/.test(code);
  const aliased = /=\s*process\s*\??\.\s*env\b(?!\s*\??\s*[.[])/.test(code);
  const imported = /import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*['"](node:)?process['"]/.test(code);
  return [
    ...[...new Set(reads)]
      .filter((name) => !declared.has(name))
      .map((name) => `reads ${name}, which no schema declares`),
    ...(computed ? ['reads a computed variable; pass process.env to readEnvironment'] : []),
    ...(aliased || imported
      ? [
          'aliases or destructures process.env; read each variable directly or pass process.env to readEnvironment',
        ]
      : []),
  ];
}

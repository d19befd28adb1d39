/** Returns the commands that follow the creation of a repository. Its `.npmrc` reads the registry from `CARRY_REGISTRY`. */
export function nextSteps(name: string, env: NodeJS.ProcessEnv): string {
  const steps = [
    `cd ${name}`,
    ...(env['CARRY_REGISTRY'] ? [] : ['export CARRY_REGISTRY=https://REGISTRY']),
    'npm install',
    'npm test',
  ];
  return `Created ${name}. Next:\n\n${steps.map((step) => `  ${step}\n`).join('')}`;
}

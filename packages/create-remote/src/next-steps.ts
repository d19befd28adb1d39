/** Returns the commands that follow the creation of a repository. Its `.npmrc` reads the registry from `CARRY_REGISTRY`. */
export function nextSteps(name: string, registry: string | undefined): string {
  const steps = [
    `cd ${name}`,
    ...(registry ? [] : ['export CARRY_REGISTRY=https://REGISTRY']),
    'npm install',
    'npm test',
  ];
  return `Created ${name}. Next:\n\n${steps.map((step) => `  ${step}\n`).join('')}`;
}

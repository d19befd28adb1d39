#!/usr/bin/env node
import '@carry/releases/supported-node';
import { createRequire } from 'node:module';

const { peerDependencies } = createRequire(import.meta.url)('@carry/remote-kit/package.json') as {
  peerDependencies: Record<string, string>;
};

const isInstalled = (name: string): boolean => {
  try {
    return Boolean(import.meta.resolve(name));
  } catch {
    return false;
  }
};

const missing = Object.entries(peerDependencies).filter(([name]) => !isInstalled(name));
if (missing.length > 0) {
  const names = missing.map(([name]) => name).join(', ');
  const packages = missing.map(([name, range]) => `'${name}@${range}'`).join(' ');
  console.error(`@carry/remote-kit needs ${names}; run: npm install ${packages}`);
  process.exit(1);
}

await import('./main'); // after the checks: it cannot be loaded on older versions or without the peers

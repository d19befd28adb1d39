import type { Browser } from 'playwright';
import { measureEndurance } from './endurance';
import { measurePublish } from './publishing';
import { measureScale, REMOTES } from './scale';
import { table } from './table';

export const publishing = async (folder: string, runs: number) => `## Releases

${table(['what', 'into the store', 'through a release server (ratio)'], await measurePublish(folder, runs))}
`;

export const scale = async (browser: Browser, folder: string, runs: number) => `## Many remotes

What \`/\` costs with more remotes published beside its own (ratio to ${REMOTES[0]} remotes), and the shell's resident memory:

${table(['published', 'HTML, bytes', 'JavaScript, gzip', 'first contentful paint', 'memory'], await measureScale(browser, folder, runs))}
`;

export const endurance = async (folder: string) => `## A thousand publishes

A shell under load while a thousand releases are published:

${table(['', 'memory', 'file handles', 'threads'], await measureEndurance(folder))}
`;

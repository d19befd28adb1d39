#!/usr/bin/env node
// The release commands from their sources; what is installed from a package is built, and needs no compiler.
import { register } from 'tsx/esm/api';

register();
await import('../src/cli/bin.ts');

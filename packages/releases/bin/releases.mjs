#!/usr/bin/env node
// Runs the release commands from their sources. The published package has compiled files instead.
import { register } from 'tsx/esm/api';

register();
await import('../src/cli/bin.ts');

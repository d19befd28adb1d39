#!/usr/bin/env node
import '@carry/releases/supported-node';

await import('./main'); // after the check: older versions cannot load it

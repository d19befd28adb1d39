#!/usr/bin/env node
import '@carry/releases/supported-node';
import './installed-peers';

await import('./main'); // after the checks: it cannot be loaded on older versions or without the peers

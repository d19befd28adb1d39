import type { Command } from './command';
import { printCompletion } from './completion';
import { consoleCommand } from './console';
import { eventCommands } from './events';
import { explainCommand } from './explain';
import { featureFlagCommands } from './feature-flags';
import { everywhere } from './flags';
import { freezeCommands } from './freeze';
import { keyCommands } from './key';
import { maintenanceCommands } from './maintenance';
import { ownerCommands } from './owner';
import { pointerCommands } from './pointers';
import { previewCommands } from './preview';
import { publishCommand } from './publish';
import { rolloutCommands } from './rollout';
import { serveCommand } from './serve';
import { lookCommands } from './show-releases';
import { siteCommands } from './site';
import { statusCommand } from './status';

const completable: Record<string, Command> = {
  publish: publishCommand,
  ...previewCommands,
  ...pointerCommands,
  ...rolloutCommands,
  ...freezeCommands,
  ...featureFlagCommands,
  ...ownerCommands,
  ...siteCommands,
  status: statusCommand,
  ...lookCommands,
  ...eventCommands,
  explain: explainCommand,
  ...maintenanceCommands,
  ...keyCommands,
  serve: serveCommand,
  console: consoleCommand,
};

export const commands: Record<string, Command> = {
  ...completable,
  completion: printCompletion(completable, everywhere),
};

export const groups = {
  owner: 'manages who may ship which paths',
  preview: 'prints the links of previews and ends them',
  rollout: 'raises a canary step by step',
  events: 'lists undelivered events and sends them again',
  flag: 'shows and sets feature flags',
  freeze: 'sets periods in which no rollout starts or rises',
  site: 'shows and changes site.json',
  key: 'creates signing keys',
};

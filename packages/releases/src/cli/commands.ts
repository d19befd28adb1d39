import type { Command } from './command';
import { explainCommand } from './explain';
import { keyCommands } from './key';
import { lookCommands } from './look';
import { maintenanceCommands } from './maintenance';
import { ownerCommand } from './owner';
import { pointerCommands } from './pointers';
import { previewCommand } from './preview';
import { publishCommand } from './publish';
import { serveCommand } from './serve';
import { siteCommand } from './site';

/** Every command, in the order of the overview. */
export const commands: Record<string, Command> = {
  publish: publishCommand,
  preview: previewCommand,
  ...pointerCommands,
  owner: ownerCommand,
  site: siteCommand,
  ...lookCommands,
  explain: explainCommand,
  ...maintenanceCommands,
  ...keyCommands,
  serve: serveCommand,
};

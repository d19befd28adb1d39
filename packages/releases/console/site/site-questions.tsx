import type { ConsoleSite } from '@carry/contracts/console';
import { TextField } from '@carry/ui';
import type { AskedChange } from '../change/change-dialog';

const SOON = 'Running sites update within two seconds.';

const splitPaths = (form: FormData) =>
  String(form.get('paths') ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);

const pathsField = (hint: string) => (
  <TextField
    id="paths"
    name="paths"
    label="Paths"
    hint={hint}
    defaultValue=""
    required
    data-autofocus
  />
);

type About = Pick<ConsoleSite, 'revision'> & { remote: string };

export const askOwn = ({ remote, revision }: About): AskedChange => ({
  question: `Add paths to ${remote}?`,
  note: `Only ${remote} may serve these paths and everything below them. ${SOON}`,
  confirm: 'Add paths',
  needsReason: true,
  fields: pathsField('Such as /help, separated by spaces.'),
  build: (form, why) => ({ action: 'own', revision, remote, paths: splitPaths(form), why }),
});

export const askDisown = ({ remote, revision }: About): AskedChange => ({
  question: `Remove paths from ${remote}?`,
  note: 'Releases that use these paths can no longer go live. A remote without paths has no owner.',
  confirm: 'Remove paths',
  isDangerous: true,
  needsReason: true,
  fields: pathsField('Paths that it owns now, separated by spaces.'),
  build: (form, why) => ({ action: 'disown', revision, remote, paths: splitPaths(form), why }),
});

export const askRotateKey = ({ remote, revision }: About): AskedChange => ({
  question: `Replace the keys of ${remote}?`,
  note: 'Releases that they signed need a new signature to go live again. While one of these is live or a canary, this is refused: first add the new key with releases owner add, and publish with it. If a key may be stolen, run releases owner rotate-key with --compromised instead.',
  confirm: 'Replace keys',
  isDangerous: true,
  needsReason: true,
  fields: (
    <TextField
      id="key"
      name="key"
      label="Public key"
      hint="As releases key new prints it."
      defaultValue=""
      required
      data-autofocus
    />
  ),
  build: (form, why) => ({
    action: 'rotate-key',
    revision,
    remote,
    key: String(form.get('key') ?? ''),
    why,
  }),
});

export const askProduct = (
  revision: number,
  product: unknown,
  parts: readonly string[],
): AskedChange => ({
  question: 'Change the site document?',
  note: `It changes ${parts.join(', ')}, for all visitors. ${SOON}`,
  confirm: 'Change document',
  needsReason: true,
  build: (_, why) => ({ action: 'product', revision, product, why }),
});

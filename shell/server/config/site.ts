import type { SiteConfig } from '@carry/contracts/shell';
import {
  type Settings,
  type SiteDocument,
  type SiteFrame,
  settingProblem,
} from '@carry/contracts/site';

export interface SiteSetup {
  url: string;
  name: string | null;
  settings: Record<string, string>;
  redirects: Record<string, string[]>;
  variables: Readonly<Record<string, string>>;
}

type Declared = Pick<SiteDocument, 'name' | 'settings' | 'redirects'>;

function findProblem(name: string, value: string, settings: Settings): string | null {
  const declared = Object.hasOwn(settings, name) ? settings[name] : undefined;
  return declared ? settingProblem(declared.kind, value) : 'is not a setting of this site';
}

type Overrides = Pick<SiteSetup, 'settings' | 'variables'>;

/** Otherwise the API and the pages would disagree, unnoticed until the first visitor. */
function findContradiction(
  name: string,
  { goesWith, value }: Settings[string],
  { settings, variables }: Overrides,
): string[] {
  const isDeclared = goesWith && Object.hasOwn(variables, goesWith.variable);
  const isSet = (settings[name] ?? value) !== undefined;
  if (!isDeclared || (variables[goesWith.variable] === goesWith.value) === isSet) return [];
  const assignment = `${goesWith.variable}=${isSet ? `…, other than ${goesWith.value},` : goesWith.value}`;
  return [
    isSet
      ? `${assignment} conflicts with the setting ${name}: remove one of them`
      : `${assignment} needs the setting ${name}: set SITE_SETTINGS={"${name}":"…"}`,
  ];
}

export const setupProblems = (
  {
    settings = {},
    redirects = {},
    session,
    frame,
  }: Declared & Pick<SiteDocument, 'session'> & { frame?: SiteFrame },
  setup: Overrides & Pick<SiteSetup, 'redirects'>,
): string[] => [
  ...Object.entries(setup.settings).flatMap(([name, value]) => {
    const problem = findProblem(name, value, settings);
    return problem ? [`SITE_SETTINGS: ${name} ${problem}`] : [];
  }),
  ...Object.keys(setup.redirects).flatMap((target) =>
    Object.hasOwn(redirects, target)
      ? []
      : [`REDIRECT_ORIGINS: ${target} is not a target of this site`],
  ),
  ...Object.entries(settings).flatMap(([name, declared]) =>
    findContradiction(name, declared, setup),
  ),
  ...(frame?.session && !session
    ? [
        "site.json has sign-in links but no 'session', so visitors would be signed out every hour. Add the session calls: 'releases site set FILE'",
      ]
    : []),
];

/** Returns the site as pages see it: `site.json` with the environment's valid overrides. */
export function createSiteConfig(
  { name = 'This site', settings = {}, redirects = {} }: Declared,
  setup: SiteSetup,
): SiteConfig {
  const overrides = Object.entries(setup.settings).filter(
    ([name, value]) => findProblem(name, value, settings) === null,
  );
  const targets = Object.entries(setup.redirects).filter(([target]) =>
    Object.hasOwn(redirects, target),
  );
  return {
    name: setup.name ?? name,
    url: setup.url,
    settings: Object.fromEntries([
      ...Object.entries(settings).flatMap(([name, { value }]) =>
        value === undefined ? [] : [[name, value] as const],
      ),
      ...overrides,
    ]),
    redirects: Object.fromEntries([...Object.entries(redirects), ...targets]),
  };
}

export const fillPattern = (pattern: string, { settings }: Pick<SiteConfig, 'settings'>) =>
  pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(settings, name) ? (settings[name] ?? whole) : whole,
  );

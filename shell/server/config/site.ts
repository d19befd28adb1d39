import type { SiteConfig } from '@carry/contracts/shell';
import {
  type Settings,
  type SiteDocument,
  type SiteFrame,
  settingProblem,
} from '@carry/contracts/site';

/** What the environment says of the site: its address, and where this installation differs from its document. */
export interface SiteSetup {
  url: string;
  name: string | null;
  settings: Record<string, string>;
  redirects: Record<string, string[]>;
  /** All variables that have a value. */
  variables: Readonly<Record<string, string>>;
}

type Declared = Pick<SiteDocument, 'name' | 'settings' | 'redirects'>;

/** Why the environment's own value of a setting is not valid by its document, or null. */
function problemOf(name: string, value: string, settings: Settings): string | null {
  const declared = Object.hasOwn(settings, name) ? settings[name] : undefined;
  return declared ? settingProblem(declared.kind, value) : 'is not a setting of this site';
}

type Given = Pick<SiteSetup, 'settings' | 'variables'>;

/** The API would ask for one thing and the pages offer another, which nobody notices before the first visitor. */
function contradiction(
  name: string,
  { goesWith, value }: Settings[string],
  { settings, variables }: Given,
): string[] {
  const found = goesWith && Object.hasOwn(variables, goesWith.variable);
  const isSet = (settings[name] ?? value) !== undefined;
  if (!found || (variables[goesWith.variable] === goesWith.value) === isSet) return [];
  const given = `${goesWith.variable}=${isSet ? `…, other than ${goesWith.value},` : goesWith.value}`;
  return [
    isSet
      ? `${given} and the setting ${name} do not go together: take one of them away`
      : `${given} needs the setting ${name}: write SITE_SETTINGS={"${name}":"…"}`,
  ];
}

/** What of {@link SiteSetup} contradicts what the site's document declares, a sentence for each. */
export const setupProblems = (
  {
    settings = {},
    redirects = {},
    session,
    frame,
  }: Declared & Pick<SiteDocument, 'session'> & { frame?: SiteFrame },
  setup: Given & Pick<SiteSetup, 'redirects'>,
): string[] => [
  ...Object.entries(setup.settings).flatMap(([name, value]) => {
    const problem = problemOf(name, value, settings);
    return problem ? [`SITE_SETTINGS: ${name} ${problem}`] : [];
  }),
  ...Object.keys(setup.redirects).flatMap((target) =>
    Object.hasOwn(redirects, target)
      ? []
      : [`REDIRECT_ORIGINS: ${target} is not a target of this site`],
  ),
  ...Object.entries(settings).flatMap(([name, declared]) => contradiction(name, declared, setup)),
  ...(frame?.session && !session
    ? [
        "site.json has links to sign in and no 'session': people would be signed out every hour. 'releases site set FILE' brings a file that says which calls keep them signed in",
      ]
    : []),
];

/** The site as pages and remotes know it: what its document declares, and what the environment says instead where that is valid. */
export function siteOf(
  { name = 'This site', settings = {}, redirects = {} }: Declared,
  setup: SiteSetup,
): SiteConfig {
  const own = Object.entries(setup.settings).filter(
    ([name, value]) => problemOf(name, value, settings) === null,
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
      ...own,
    ]),
    redirects: Object.fromEntries([...Object.entries(redirects), ...targets]),
  };
}

/** A route pattern in which the settings of the site stand for their names in braces. */
export const fillPattern = (pattern: string, { settings }: Pick<SiteConfig, 'settings'>) =>
  pattern.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(settings, name) ? (settings[name] ?? whole) : whole,
  );

import { formatCount } from '../rules/format';
import type { Decision, LivePointer, ReadEntry, SettingChange } from './release';
import type { FreezeWindow, SiteDocument } from './site';

/** Means of the web vitals by name, with the number of pages. */
export type VitalMeans = Record<string, { mean: number; count: number }>;

export interface VariantNumbers {
  used: number;
  failed: number;
  vitals: VitalMeans;
}

/** Numbers of one release, since a site started. */
export interface ReleaseNumbers {
  remote: string;
  version: string;
  /** Pages that used the release in a browser. */
  used: number;
  /** Pages on which it failed in a browser. */
  failed: number;
  rendered: number;
  renderFailed: number;
  /** Mean duration of a server render in milliseconds; null without renders. */
  renderMs: number | null;
  vitals: VitalMeans;
  /** Pages opened while a canary is compared with the live release, and those left before they responded. Null without a canary; older sites lack it. */
  abandonment?: { opened: number; left: number } | null | undefined;
  /** By value of a flag that goes to a share of the visitors, such as `new-form on`. Older sites lack it. */
  variants?: Record<string, VariantNumbers> | undefined;
}

export interface RolloutProgress {
  remote: string;
  version: string;
  /** Index of the step, from 0. */
  step: number;
  /** Whole minutes since the site first saw the step. */
  minutes: number;
  /** Counted page views of the canary, one per network and hour. */
  views: number;
}

export type SiteHealth =
  | {
      uptimeSeconds: number;
      releases: ReleaseNumbers[];
      /** Older sites lack it. */
      rollouts?: RolloutProgress[] | undefined;
    }
  | Unavailable;

/** Returns the share of a part, such as `2.5 %`. */
export const formatShare = (part: number, all: number): string =>
  `${all > 0 ? Math.round((part / all) * 10_000) / 100 : 0} %`;

/** Returns a duration whose number and unit stay on one line. */
export const formatMs = (ms: number): string =>
  ms >= 1000 ? `${(ms / 1000).toFixed(1)}\u00a0s` : `${Math.round(ms)}\u00a0ms`;

/** Returns the numbers of one release; undefined: no page has reported it. */
export const findNumbers = (
  health: SiteHealth,
  remote: string,
  version: string,
): ReleaseNumbers | undefined =>
  'releases' in health
    ? health.releases.find((release) => release.remote === remote && release.version === version)
    : undefined;

/** Describes how far the step of a rollout is, such as `12 of 30 minutes`; null if it needs nothing, is paused or not reported. */
export function describeProgress(
  health: SiteHealth,
  name: string,
  canary: LivePointer['canary'] | null,
): string | null {
  const { version, rollout } = canary ?? {};
  const plan = rollout?.steps[rollout.step];
  const { rollouts = [] } = 'releases' in health ? health : {};
  const progress = rollouts.find(
    (one) => one.remote === name && one.version === version && one.step === rollout?.step,
  );
  if (!plan || !progress || rollout.paused) return null;
  const views = `${formatCount(progress.views)} of ${formatCount(plan.views)} views from different networks`;
  const minutes = `${formatCount(progress.minutes)} of ${formatCount(plan.minutes)} minutes`;
  return [plan.views > 0 && views, plan.minutes > 0 && minutes].filter(Boolean).join(', ') || null;
}

/** Returns the share of pages that were left early, such as `2.5 %`; null: no page was compared. */
export const formatAbandonment = ({ abandonment }: ReleaseNumbers): string | null =>
  abandonment && abandonment.opened > 0 ? formatShare(abandonment.left, abandonment.opened) : null;

export function describeNumbers(numbers: ReleaseNumbers | undefined): string {
  if (!numbers) return 'no page has reported yet';
  const { used, failed, renderMs, vitals } = numbers;
  const { LCP, INP, TTI } = vitals;
  const leftEarly = formatAbandonment(numbers);
  return [
    used > 0
      ? `${formatShare(failed, used)} failures on ${formatCount(used)} pages`
      : 'no page has reported yet',
    leftEarly && `${leftEarly} left early`,
    LCP && `LCP ${formatMs(LCP.mean)}`,
    INP && `INP ${formatMs(INP.mean)}`,
    TTI && `TTI ${formatMs(TTI.mean)}`,
    renderMs !== null && `render ${formatMs(renderMs)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

export interface Unavailable {
  unavailable: string;
}

/** Numbers of one release in one slot of a day. Durations are 75th percentiles in milliseconds. */
export interface DayNumbers {
  at: string;
  used: number;
  failed: number;
  rendered: number;
  renderFailed: number;
  LCP: number | null;
  INP: number | null;
  render: number | null;
}

export interface RunningSite {
  id: string;
  host: string;
  shell: string;
  /** Id of the composition that all visitors get. */
  composition: string;
  revision: number;
  startedAt: string;
  at: string;
  storeLagSeconds: number;
  rendered: number;
  renderFailed: number;
  frameFailures: number;
}

/** Response of `GET /v1/day`: the last 24 hours of all sites, or of one site if they share no Redis. */
export interface SiteDay {
  shared: boolean;
  slotMinutes: number;
  sites: RunningSite[];
  releases: { remote: string; version: string; slots: DayNumbers[] }[];
}

export interface ReleaseSummary extends Pick<ReadEntry, 'unsigned'> {
  version: string;
  commit: string | null;
  createdAt: string | null;
  contractVersion: number | null;
  /** Time and author of the change that put it live last; null if it was not live or the audit log lacks it. */
  liveSince: string | null;
  by: string | null;
}

export interface OpenPreview {
  remote: string;
  channel: string;
  version: string;
  expires: string;
  expired: boolean;
}

export interface RemoteOverview {
  name: string;
  paths: string[];
  contact: string | null;
  live: ReleaseSummary | null;
  canary: LivePointer['canary'] | null;
  /** Why sites hold the running rollout until a person decides; null: they do not. */
  hold: string | null;
  /** The running rollout waits for a person to approve its next step; not while it is held. */
  waits: boolean;
  /** The last step of the running rollout is done, so a person can make it live; not while it is held. */
  finished: boolean;
  /** Window in which rollouts of the remote neither start nor rise now; null: there is none. */
  freeze: FreezeWindow | null;
  /** Earlier releases, newest first. */
  history: string[];
  /** Releases that were rolled back from, nearest first. */
  ahead: string[];
  lock: Decision | null;
  quarantine: Record<string, Decision>;
  previews: OpenPreview[];
  /** Last changes, newest first. */
  changes: ReadEntry[];
}

/** Response of `GET /v1/overview`. */
export interface Overview {
  revision: number;
  remotes: RemoteOverview[];
  health: SiteHealth;
}

export interface TimelineRelease extends ReleaseSummary {
  state: 'live' | 'canary' | 'earlier' | 'ahead' | 'stored';
  quarantine: Decision | null;
  signedBy: string | null;
  routes: number;
  bytes: number;
}

export interface CheckResult {
  name: string;
  ms: number;
  /** Why it refused the release; null: it passed. */
  problem: string | null;
}

export interface Refusal {
  at: string;
  /** Null: it was refused before its version was computed. */
  version: string | null;
  commit: string;
  who: string;
  why: string;
  checks: CheckResult[];
}

export interface RemoteFlag {
  flag: string;
  /** Share of the visitors for whom it is on; null: its default. */
  percent: number | null;
  /** Null: no release in use declares it. */
  default: boolean | null;
  does: string | null;
}

export interface RemoteDetails extends RemoteOverview {
  flags: RemoteFlag[];
  /** The newest ones and those in use, or those before a cursor. */
  releases: TimelineRelease[];
  /** Cursor of older releases; null at the end. */
  older: string | null;
  /** Refused publishes, newest first. */
  refusals: Refusal[];
}

export interface ReleaseDetails {
  release: TimelineRelease;
  /** Null: the store has no record of them. */
  checks: CheckResult[] | null;
  pictures: (PagePicture & { route: string })[];
}

/** One part of a difference; null: the release lacks it. */
export interface Difference<Value> {
  name: string;
  from: Value | null;
  to: Value | null;
}

/** Difference between two records of a remote. Files are compared without the hashes in their names. */
export interface RecordDifference {
  contract: Difference<number> | null;
  shared: Difference<string>[];
  /** Gzip bytes of each route. */
  routes: Difference<number>[];
  /** Bytes of each file that was added, removed or changed. */
  files: Difference<number>[];
}

/** Picture of a page that the gates took before a publish. */
export interface PagePicture {
  file: string;
  width: number;
  height: number;
}

export interface ReleaseDifference extends RecordDifference {
  from: ReleaseSummary;
  to: ReleaseSummary;
  /** Pictures of each route's page, also of equal ones; an equal picture has the same file. */
  pictures: Difference<PagePicture>[];
}

/** Response of `GET /v1/audit`, newest first. */
export interface AuditPage {
  entries: ReadEntry[];
  /** Cursor of the next page; null at the end. A search by author can return an empty page with one. */
  next: string | null;
}

export interface ConsoleSession {
  name: string;
  role: 'operator' | 'team' | 'viewer';
  /** Token that each change repeats in the header `x-csrf-token`. */
  csrf: string;
  /** By remote: why this user cannot change it; null: the user can. */
  remotes: Record<string, string | null>;
  /** By remote, or `site`: names of authors that are keys, such as `key 1a2b`. */
  authors: Record<string, Record<string, string>>;
}

/** Describes a canary that visitors get; null without one. Sites raise a rollout, so its share is left out. */
export function describeCanary(canary: CanaryOf | null | undefined): string | null {
  if (!canary || canary.percent === 0) return null;
  return `${canary.version} (${canary.rollout ? 'a rollout' : `${canary.percent} %`})`;
}

type CanaryOf = Pick<NonNullable<LivePointer['canary']>, 'version' | 'percent' | 'rollout'>;

/** Canary that the user saw, as {@link describeCanary} returns it. */
type SeenCanary = { canary?: string | null | undefined };

/** A change that the console asks for. `expected` is the live version that the user saw, `step` the index of the step. */
export type ConsoleChange = {
  remote: string;
  why: string;
  expected?: string | null | undefined;
} & (
  | { action: 'rollback' | 'lift'; version: string }
  | ({ action: 'promote'; version: string } & SeenCanary)
  | ({ action: 'canary'; version: string; percent: number } & SeenCanary)
  | ({
      action: 'rollout';
      version: string;
      steps: number[];
      minutes: number;
      /** Least page views of each step; absent: as many as the default plan. */
      views?: number | undefined;
      /** Each further step waits for a person. */
      approve?: boolean | undefined;
    } & SeenCanary)
  | { action: 'pause' | 'resume' | 'abort'; version: string }
  | { action: 'approve'; version: string; step: number }
  | { action: 'lock' | 'unlock' }
  | { action: 'preview-end'; channel: string }
  | { action: 'preview-extend'; channel: string; days: number }
);

export type ConsoleAction = ConsoleChange['action'];

/** Parts of the site document that an operator edits as JSON. */
export const productParts = [
  'name',
  'settings',
  'redirects',
  'thirdParties',
  'session',
  'samples',
  'frame',
] as const;

/** A change of the site document. `revision` is the one that the user saw. */
export type ConsoleSiteChange = { why: string; revision: number } & (
  | { action: 'product'; product: unknown }
  | { action: 'own' | 'disown'; remote: string; paths: string[] }
  | { action: 'rotate-key'; remote: string; key: string }
);

/** Owners, keys and the product, without the signature. */
export type ConsoleSite = Omit<SiteDocument, 'signature'> & {
  operators: string[];
  /** Why this user cannot change it; null: the user can. */
  refusal: string | null;
};

export type { AuditEntry, Decision, ReadEntry } from './release';

const formatUtc = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** Describes changed settings: `connect (added https://api.example)`. `formatTime`: for the times of freezes, which are ISO. */
export const describeSettings = (
  settings: readonly SettingChange[] = [],
  formatTime = formatUtc,
): string =>
  settings
    .map(({ name, added = [], removed = [] }) => {
      const describe = (values: string[]) =>
        name === 'freezes'
          ? values.map((period) => period.split('/').map(formatTime).join(' to ')).join(' and ')
          : values.join(' ');
      const changes = [
        added.length > 0 ? `added ${describe(added)}` : '',
        removed.length > 0 ? `removed ${describe(removed)}` : '',
      ].filter(Boolean);
      return changes.length > 0 ? `${name} (${changes.join(', ')})` : name;
    })
    .join(', ');

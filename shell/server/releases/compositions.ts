import type { SiteConfig } from '@carry/contracts/shell';
import type { SiteDocument } from '@carry/contracts/site';
import { LRUCache } from 'lru-cache';
import {
  type Composition,
  compose,
  type LocalRemote,
  type Records,
} from '../composition/composition';

export type SiteOf = (document: SiteDocument) => SiteConfig;

const MAX_COMPOSITIONS = 200;

export class Compositions {
  private readonly byKey = new LRUCache<string, Composition>({ max: MAX_COMPOSITIONS });
  private readonly getSite: SiteOf;

  constructor(getSite: SiteOf) {
    this.getSite = getSite;
  }

  of(records: Records, site: SiteDocument, local: LocalRemote[]): Composition {
    const key = [
      site.revision,
      ...[...records].map(([name, record]) => `${name}@${record?.version}`),
      JSON.stringify(local),
    ].join(' ');
    const composition =
      this.byKey.get(key) ?? compose(records, this.getSite(site), { ...site, local });
    this.byKey.set(key, composition);
    return composition;
  }

  byId = (id: string): Composition | undefined =>
    [...this.byKey.values()].find((composition) => composition.id === id);
}

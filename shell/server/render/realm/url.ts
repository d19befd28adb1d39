import { callHost, urlParts } from './host';

type Pair = [name: string, value: string];
type Part = (typeof urlParts)[number];

const getQuery = (text: string): Pair[] =>
  text === '' ? [] : JSON.parse(`${callHost('parseQuery', text)}`);

const getPairs = (init: object): Pair[] => {
  const entries =
    Symbol.iterator in init ? [...(init as Iterable<unknown[]>)] : Object.entries(init);
  return entries.map((entry) => {
    const pair = [...(entry as unknown[])];
    if (pair.length !== 2) throw new TypeError('each query pair must be a name and a value');
    return [`${pair[0]}`, `${pair[1]}`];
  });
};

/** `URLSearchParams`. The render process parses and prints it as text. */
export class SearchParams {
  #pairs: Pair[];
  #onChange: ((search: string) => void) | null = null;

  constructor(init: unknown = '') {
    this.#pairs =
      (typeof init === 'object' && init !== null) || typeof init === 'function'
        ? getPairs(init)
        : getQuery(`${init}`);
  }

  static of(search: string, onChange: (search: string) => void): SearchParams {
    const params = new SearchParams(search);
    params.#onChange = onChange;
    return params;
  }

  static update(params: SearchParams, search: string): void {
    params.#pairs = getQuery(search);
  }

  #change(pairs: Pair[]): void {
    this.#pairs = pairs;
    this.#onChange?.(this.toString());
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: unknown, value: unknown): void {
    this.#change([...this.#pairs, [`${name}`, `${value}`]]);
  }

  delete(name: unknown, value?: unknown): void {
    this.#change(
      this.#pairs.filter(
        ([key, current]) => key !== `${name}` || (value !== undefined && current !== `${value}`),
      ),
    );
  }

  get(name: unknown): string | null {
    return this.#pairs.find(([key]) => key === `${name}`)?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    return this.#pairs.filter(([key]) => key === `${name}`).map(([, value]) => value);
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some(
      ([key, current]) => key === `${name}` && (value === undefined || current === `${value}`),
    );
  }

  set(name: unknown, value: unknown): void {
    const at = this.#pairs.findIndex(([key]) => key === `${name}`);
    if (at < 0) this.append(name, value);
    else
      this.#change(
        this.#pairs
          .filter(([key], index) => index <= at || key !== `${name}`)
          .map((pair, index) => (index === at ? [pair[0], `${value}`] : pair)),
      );
  }

  sort(): void {
    this.#change(
      this.#pairs.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)),
    );
  }

  forEach(work: (value: string, name: string, params: SearchParams) => void, self?: unknown): void {
    for (const [name, value] of this) work.call(self, value, name, this);
  }

  *entries(): IterableIterator<Pair> {
    for (let at = 0; at < this.#pairs.length; at++) yield [...(this.#pairs[at] as Pair)];
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }

  toString(): string {
    if (this.#pairs.length === 0) return '';
    return `${callHost('printQuery', JSON.stringify(this.#pairs))}`;
  }

  get [Symbol.toStringTag](): string {
    return 'URLSearchParams';
  }
}
Object.defineProperty(SearchParams, 'name', { value: 'URLSearchParams' });
const { of: liveQuery, update: updateQuery } = SearchParams;
Reflect.deleteProperty(SearchParams, 'of');
Reflect.deleteProperty(SearchParams, 'update');

type Parts = Record<Part, string>;
const MAX_CACHED = 200;
const cache = new Map<string, Parts | null>();

/** Cached, because a page parses the same URLs repeatedly. */
// biome-ignore lint/complexity/useMaxParams: the parameters of callHost
function partsBy(
  name: 'parseUrl' | 'changeUrl',
  url: string,
  second: string | null,
  third: string | null = null,
): Parts | null {
  const key = JSON.stringify([name, url, second, third]);
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const answer = callHost(name, url, second, third);
  const lines = typeof answer === 'string' ? answer.split('\n') : null;
  const parts =
    lines && (Object.fromEntries(urlParts.map((part, at) => [part, lines[at]])) as Parts);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, parts);
  return parts;
}

const parse = (url: unknown, base?: unknown) =>
  partsBy('parseUrl', `${url}`, base === undefined ? null : `${base}`);

/** `URL`. The render process parses it as text. */
class RealmUrl {
  #parts: Parts;
  #params: SearchParams | null = null;

  constructor(url: unknown, base?: unknown) {
    const parts = parse(url, base);
    if (!parts)
      throw Object.assign(new TypeError('Invalid URL'), {
        code: 'ERR_INVALID_URL',
        input: `${url}`,
      });
    this.#parts = parts;
  }

  static canParse(url: unknown, base?: unknown): boolean {
    return parse(url, base) !== null;
  }

  static parse(url: unknown, base?: unknown): RealmUrl | null {
    return RealmUrl.canParse(url, base) ? new RealmUrl(url, base) : null;
  }

  static get(url: RealmUrl, part: Part): string {
    return url.#parts[part];
  }

  static set(url: RealmUrl, part: Part, value: string): void {
    const parts = partsBy('changeUrl', url.#parts.href, part, value);
    if (!parts) throw new TypeError('Invalid URL');
    url.#parts = parts;
    if (url.#params) updateQuery(url.#params, parts.search);
  }

  get origin(): string {
    return this.#parts.origin;
  }

  get searchParams(): SearchParams {
    this.#params ??= liveQuery(this.#parts.search, (search) => set(this, 'search', search));
    return this.#params;
  }

  toString(): string {
    return this.#parts.href;
  }

  toJSON(): string {
    return this.#parts.href;
  }

  get [Symbol.toStringTag](): string {
    return 'URL';
  }
}

const { get, set } = RealmUrl;
Reflect.deleteProperty(RealmUrl, 'get');
Reflect.deleteProperty(RealmUrl, 'set');
for (const part of urlParts.filter((name) => name !== 'origin'))
  Object.defineProperty(RealmUrl.prototype, part, {
    configurable: true,
    enumerable: true,
    get(this: RealmUrl) {
      return get(this, part);
    },
    set(this: RealmUrl, value: unknown) {
      set(this, part, `${value}`);
    },
  });
Object.defineProperty(RealmUrl, 'name', { value: 'URL' });

export { RealmUrl };

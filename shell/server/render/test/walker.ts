/**
 * Code of a hostile release. Collects every reachable object in `globalThis.reached`: follows
 * properties, symbols, accessors and prototypes, calls and constructs every function, and follows the
 * results and errors.
 */
export const walker = `
  const reached = new Set();
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const follow = (seeds) => {
    const queue = [...seeds];
    while (queue.length > 0) {
      const value = queue.pop();
      if (!isObject(value) || reached.has(value)) continue;
      reached.add(value);
      let keys = [];
      try { keys = Reflect.ownKeys(value); queue.push(Reflect.getPrototypeOf(value)); } catch (error) { queue.push(error); }
      for (const key of keys) {
        try {
          const { value: member, get, set } = Reflect.getOwnPropertyDescriptor(value, key);
          queue.push(member, get, set);
          if (get) queue.push(Reflect.get(value, key));
        } catch (error) { queue.push(error); }
      }
    }
  };
  const tried = (work) => { try { return work(); } catch (error) { return error; } };
  /** Returns the results of a function at every stack depth. */
  const atFullStack = (work) => {
    const results = [];
    const deeper = () => { try { results.push(work()); } catch (error) { results.push(error); } deeper(); };
    try { deeper(); } catch (error) { results.push(error); }
    return results.slice(0, 20).concat(results.slice(-100)); // the last ones ran on a full stack
  };
  const stackFrames = () => {
    const results = [];
    Error.prepareStackTrace = (error, frames) => {
      results.push(error, frames, ...frames);
      for (const frame of frames)
        for (const name of Reflect.ownKeys(Reflect.getPrototypeOf(frame)))
          if (typeof frame[name] === 'function' && name !== 'constructor') results.push(tried(() => frame[name]()));
      return 'stack';
    };
    const captured = {};
    Error.captureStackTrace(captured);
    results.push(new Error().stack, captured.stack);
    tried(() => new URL('no url')).stack;
    tried(() => null.x).stack;
    Error.prepareStackTrace = undefined;
    return results;
  };
  const iterators = () => [
    [][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g),
    (function* () {})(), (async function* () {})(), (async () => {})(), (async () => { throw null; })(),
    new URLSearchParams('a=1').entries(), new URLSearchParams('a=1').keys(), new URLSearchParams('a=1').values(),
    new Headers({ a: '1' }).entries(), new Headers({ a: '1' }).keys(), new Headers({ a: '1' }).values(),
  ];
  const instances = () => [
    new URL('https://a.example/?b=1'), new URL('https://a.example/?b=1').searchParams, new Request('https://a.example/'), new Response('a'),
    new Response('a').body, new Response('a').text(), new Request('https://a.example/').signal, AbortSignal.timeout(1), AbortSignal.abort(),
    AbortSignal.any([AbortSignal.abort()]), new AbortController(), new Event('a'), new EventTarget(), new FormData(), new TextEncoder().encode('a'),
    new TextDecoder(), structuredClone({ a: [new Date()] }), new DOMException('a'), crypto.getRandomValues(new Uint8Array(1)), (function () { return this; })(),
    (function () { return arguments; })(), ((strings) => strings)\`a\${1}\`, new Intl.DateTimeFormat(), new Error('a', { cause: {} }), new AggregateError([]),
  ];
  let walks = 0;
  const walk = async (...seeds) => {
    if (walks++ > 0) return; // the walk also calls its own loader
    follow([globalThis, require, module, module.exports, ...seeds]);
    follow(stackFrames());
    follow(iterators().concat(instances().map((value) => tried(() => value))));
    for (const work of [() => new URL('a:b'), () => new URL('no url'), () => new URLSearchParams('%').toString(), () => atob('*'), () => btoa('a'),
      () => crypto.randomUUID(), () => performance.now(), () => setTimeout(() => {}, 1), () => new Headers({ a: 'b' })])
      follow(atFullStack(work));
    for (let id = 0; id < 10_000; id++) clearTimeout(id); // frees the timers
    const untouched = new Set([eval]);
    for (const work of [...reached]) {
      if (typeof work !== 'function' || untouched.has(work)) continue;
      follow([tried(() => work()), tried(() => new work()), tried(() => work({}, {}))]);
    }
    for (let id = 0; id < 10_000; id++) clearTimeout(id);
    const promises = [...reached].filter((value) => tried(() => value instanceof Promise) === true);
    const pause = new Promise((resolve) => setTimeout(resolve, 200));
    const settled = await Promise.race([Promise.allSettled(promises), pause]);
    follow([settled ?? [], ...promises]);
    for (const promise of promises) promise.then((value) => follow([value]), (error) => follow([error]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.reached = reached;
    return reached.size;
  };`;

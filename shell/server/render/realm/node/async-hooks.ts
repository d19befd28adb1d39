// `async_hooks` for React's printer. The store lasts one synchronous turn.
export class AsyncLocalStorage<Store> {
  #store: Store | undefined;

  getStore(): Store | undefined {
    return this.#store;
  }

  run<Result>(store: Store, work: (...args: unknown[]) => Result, ...args: unknown[]): Result {
    const outer = this.#store;
    this.#store = store;
    try {
      return work(...args);
    } finally {
      this.#store = outer;
    }
  }
}

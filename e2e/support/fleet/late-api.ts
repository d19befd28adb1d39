// Starts the API with its clock ahead by the first argument (ms).
const ahead = Number(process.argv[2] ?? 0);
const Now = Date;

class Later extends Now {
  constructor(...of: ConstructorParameters<DateConstructor> | []) {
    if (of.length > 0) super(...(of as ConstructorParameters<DateConstructor>));
    else super(Now.now() + ahead);
  }

  static override now(): number {
    return Now.now() + ahead;
  }
}

globalThis.Date = Later as DateConstructor;
await import('api/main'); // after the clock is patched

export {};

/** Ignores later definitions of a custom element. Without this, the second of two remotes that bundle one library would fail. */
export function keepFirstElements(): void {
  const { prototype } = CustomElementRegistry;
  const { define } = prototype;
  prototype.define = function keepFirst(name, ...more) {
    if (!this.get(name)) return define.call(this, name, ...more);
    console.warn(`<${name}> is defined already. Its first definition stays.`);
  };
}

/** Store entries ignored for lack of a trusted signature. Logs each once. */
export class IgnoredEntries {
  private readonly byDocument = new Map<string, string[]>();
  private readonly log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.log = log;
  }

  all = (): { document: string; why: string }[] =>
    [...this.byDocument].flatMap(([document, reasons]) =>
      reasons.map((why) => ({ document, why })),
    );

  set(document: string, reasons: readonly string[]): void {
    const previous = this.byDocument.get(document) ?? [];
    for (const why of reasons)
      if (!previous.includes(why)) this.log(`unsigned entry in the release store ignored: ${why}`);
    if (reasons.length > 0) this.byDocument.set(document, [...reasons]);
    else this.byDocument.delete(document);
  }
}

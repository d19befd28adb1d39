/** What the store says without a signature of somebody who may, which a site ignores; each news of it goes to the log once. */
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

  /** Replaces what is ignored of a document, or of one remote in it. */
  set(document: string, reasons: readonly string[]): void {
    const known = this.byDocument.get(document) ?? [];
    for (const why of reasons)
      if (!known.includes(why)) this.log(`unsigned entry in the release store ignored: ${why}`);
    if (reasons.length > 0) this.byDocument.set(document, [...reasons]);
    else this.byDocument.delete(document);
  }
}

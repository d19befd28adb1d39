import type { LogLine } from 'server-kit/log';

/** Store entries ignored for lack of a trusted signature. Logs each once. */
export class IgnoredEntries {
  private readonly byDocument = new Map<string, string[]>();
  private readonly log: LogLine;

  constructor(log: LogLine) {
    this.log = log;
  }

  all = (): { document: string; why: string }[] =>
    [...this.byDocument].flatMap(([document, reasons]) =>
      reasons.map((why) => ({ document, why })),
    );

  set(document: string, reasons: readonly string[]): void {
    const previous = this.byDocument.get(document) ?? [];
    for (const why of reasons)
      if (!previous.includes(why))
        this.log(`unsigned entry in the release store ignored: ${why}`, {
          code: 'release.entry_unsigned',
        });
    if (reasons.length > 0) this.byDocument.set(document, [...reasons]);
    else this.byDocument.delete(document);
  }
}

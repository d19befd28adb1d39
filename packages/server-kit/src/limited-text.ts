export class ResponseTooLarge extends RangeError {
  override readonly name = 'ResponseTooLarge';
}

/** Reads the body of a response. Throws {@link ResponseTooLarge} above `maxBytes`, without reading the rest. `path` is for the message. */
export async function readLimitedText(
  response: Response,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let body = '';
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new ResponseTooLarge(`${path}: the response exceeds ${maxBytes} bytes`);
    body += decoder.decode(chunk, { stream: true });
  }
  return body + decoder.decode();
}

import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server.node';
import { TextDecoder } from './realm/text';

/** Renders a tree with its lazy parts to HTML without inline scripts; rejects when anything in it throws. */
export function printTree(tree: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    let html = '';
    const decoder = new TextDecoder();
    const sink = {
      on: () => sink,
      write(chunk: string | Uint8Array) {
        html +=
          typeof chunk === 'string'
            ? decoder.decode() + chunk
            : decoder.decode(chunk, { stream: true });
        return true;
      },
      end: () => resolve(html + decoder.decode()),
      destroy: (error: unknown) => reject(error),
    };
    const stream = renderToPipeableStream(tree, {
      progressiveChunkSize: Number.POSITIVE_INFINITY, // every boundary in its place
      onAllReady: () => stream.pipe(sink as unknown as NodeJS.WritableStream),
      onError: reject,
    });
  });
}

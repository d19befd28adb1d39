import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server.node';
import { collectText } from '../realm/node/util';

/** Renders a tree with its lazy parts to HTML without inline scripts. Rejects if anything throws. `idPrefix`: of React's ids. */
export function printTree(tree: ReactNode, idPrefix = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(tree, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      identifierPrefix: idPrefix,
      onAllReady: () => {
        // `pipe` is synchronous once all is ready
        const html = collectText((sink) => {
          const destination = { ...sink, on: () => {}, end: () => {}, destroy: reject };
          stream.pipe(destination as unknown as NodeJS.WritableStream);
        });
        resolve(html);
      },
      onError: reject,
    });
  });
}

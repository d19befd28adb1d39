import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server.node';
import { collectText } from '../realm/node/util';

/** Renders a tree with its lazy parts to HTML without inline scripts; rejects when anything in it throws. */
export function printTree(tree: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(tree, {
      progressiveChunkSize: Number.POSITIVE_INFINITY, // every boundary in its place
      onAllReady: () => {
        // all is ready, so it is printed before `pipe` returns
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

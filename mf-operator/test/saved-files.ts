import { onTestFinished } from 'vitest';

const readText = (content: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader(); // jsdom has no Blob.text
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(content);
  });

/** Records the files that a page saves until the test ends. Returns a function that resolves with their names and texts. */
export function recordFiles(): () => Promise<[name: string, text: string][]> {
  const contents: Blob[] = [];
  const names: string[] = [];
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  URL.createObjectURL = (content) => `blob:${contents.push(content as Blob)}`;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    names.push(this.download);
  };
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
  });
  return () =>
    Promise.all(
      contents.map(
        async (content, index): Promise<[string, string]> => [
          names[index] ?? '',
          await readText(content),
        ],
      ),
    );
}

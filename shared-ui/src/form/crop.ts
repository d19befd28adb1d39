export interface CropChoice {
  /** From 1: as much as fits. */
  zoom: number;
  /** Position in percent of the room on both sides. */
  across: number;
  down: number;
}

interface Size {
  width: number;
  height: number;
}

/** Part of the picture between 0 and 1. */
export interface Crop extends Size {
  x: number;
  y: number;
}

export const firstChoice: CropChoice = { zoom: 1, across: 50, down: 30 };

/** Returns the visible part of a picture; `ratio` is its width by its height. */
export function computeCrop(size: Size, ratio: number, { zoom, across, down }: CropChoice): Crop {
  const width = Math.min(1, (size.height * ratio) / size.width) / zoom;
  const height = Math.min(1, size.width / ratio / size.height) / zoom;
  return { x: ((1 - width) * across) / 100, y: ((1 - height) * down) / 100, width, height };
}

const clamp = (percent: number) => Math.min(Math.max(percent, 0), 100);

/** Returns the position, in percent, after a drag by `distance`, a part of the visible length. Without room on the sides, it stays. */
const movePosition = (position: number, visible: number, distance: number): number =>
  visible < 1 ? clamp(position - (100 * distance * visible) / (1 - visible)) : position;

/** Returns the choice after the picture is dragged; `right` and `down` are parts of the visible width and height. */
export const dragPicture = (
  choice: CropChoice,
  { width, height }: Crop,
  { right, down }: { right: number; down: number },
): CropChoice => ({
  ...choice,
  across: movePosition(choice.across, width, right),
  down: movePosition(choice.down, height, down),
});

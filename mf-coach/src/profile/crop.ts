/** Width by height of a portrait. */
const RATIO = 5 / 6;

export interface CropChoice {
  /** From 1: as much as fits. */
  zoom: number;
  /** Position in percent of the room on both sides. */
  across: number;
  down: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Part of the picture between 0 and 1. */
export interface Crop extends Size {
  x: number;
  y: number;
}

export const firstChoice: CropChoice = { zoom: 1, across: 50, down: 30 };

/** Returns the visible part of a picture. */
export function cropOf(size: Size, { zoom, across, down }: CropChoice): Crop {
  const width = Math.min(1, (size.height * RATIO) / size.width) / zoom;
  const height = Math.min(1, size.width / RATIO / size.height) / zoom;
  return { x: ((1 - width) * across) / 100, y: ((1 - height) * down) / 100, width, height };
}

import { matching, maybe, number, type Shape, text } from './shape';

export const words = maybe(text);
export const count = maybe(number());
export const id: Shape<number | string> = (value) =>
  typeof value === 'string' ? value : number()(value);
export const prose: Shape<string> = (value) => words(value) ?? '';

export const webAddress = matching(/^https?:\/\//);

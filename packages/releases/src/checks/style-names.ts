export const CONDITIONS = new Set(['media', 'supports', 'container', 'starting-style']);
/** At-rules that define a name for the whole document, with the prefix of that name. */
export const DEFINITIONS: Record<string, '' | '--'> = {
  keyframes: '',
  'counter-style': '',
  property: '--',
  'font-palette-values': '--',
  'position-try': '--',
  function: '--',
};
export const NAMING = new Set(['view-transition-name', 'view-transition-class', 'anchor-name']);
export const NO_NAME =
  /^(?:none|auto|match-element|inherit|initial|unset|revert|revert-layer|normal|var\(.*\))$/;

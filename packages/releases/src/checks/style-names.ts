/** At-rules that only hold conditions for the rules in them. */
export const CONDITIONS = new Set(['media', 'supports', 'container', 'starting-style']);
/** At-rules that define a name for the whole document, and how the name begins. */
export const DEFINITIONS: Record<string, '' | '--'> = {
  keyframes: '',
  'counter-style': '',
  property: '--',
  'font-palette-values': '--',
  'position-try': '--',
  function: '--',
};
/** Properties whose value is a name that the whole document shares. */
export const NAMING = new Set(['view-transition-name', 'view-transition-class', 'anchor-name']);
export const NO_NAME =
  /^(?:none|auto|match-element|inherit|initial|unset|revert|revert-layer|normal|var\(.*\))$/;

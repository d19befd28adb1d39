/** An address for a route pattern. */
export const samplePath = (pattern: string, coachSlug = process.env['COACH_SLUG'] || 'nova') =>
  pattern.replace('{coachSlug}', coachSlug).replaceAll(/:\w+/g, '1').replace(/\/\*$/, '');

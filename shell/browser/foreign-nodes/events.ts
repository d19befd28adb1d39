/** Fired once by the shell; the inline script pushes its mutation records into the `detail`. */
export const MUTATIONS = 'shell:mutations';

/** The event with which the shell takes the records of the page's first program; its `detail` gets them. */
export const MUTATIONS = 'shell:mutations';

/** Ends the task that runs: what follows begins after what the browser has to do meanwhile. */
export const yieldToMain = () => new Promise<void>((resolve) => setTimeout(resolve));

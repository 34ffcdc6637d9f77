/** Named lines of a request's life, where a test may end the process. */
export const stages = ['before-open', 'after-open', 'after-head', 'after-close', 'before-publish'] as const;
export type Stage = (typeof stages)[number];

/** Called at each stage; in production it does nothing. */
export type Reach = (stage: Stage) => void;

export const passBy: Reach = () => {};

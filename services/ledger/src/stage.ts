/** Named lines of a batch's life, where a test may end or stop the process. */
export const stages = ['before-commit', 'after-commit'] as const;
export type Stage = (typeof stages)[number];

/** Called at each stage; in production it does nothing. */
export type Reach = (stage: Stage) => void;

export const passBy: Reach = () => {};

/** Named lines of what touches the ledger as well, where a test may end the process. */
export const stages = ['after-purses', 'after-claim', 'after-credit'] as const;
export type Stage = (typeof stages)[number];

/** Called at each stage; in production it does nothing. */
export type Reach = (stage: Stage) => void;

export const passBy: Reach = () => {};

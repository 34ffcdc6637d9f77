/** Named lines of a task's life, where a test may end the process. */
export const stages = [
  'intended',
  'hold-taken',
  'held',
  'submitting',
  'sent',
  'submitted',
  'polled',
  'finished',
  'told',
] as const;

export type Stage = (typeof stages)[number];

/** Called at each stage; in production it does nothing. */
export type Reach = (stage: Stage) => void;

export const passBy: Reach = () => {};

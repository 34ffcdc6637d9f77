/** What the command ends with: 0 done, 1 refused, 2 not understood or nobody there. */
export type ExitStatus = 0 | 1 | 2;

/**
 * What the command ends with: 0 done, 1 refused or something contradicts, 2 not understood or nobody there, 3 there are
 * changes to apply, 4 the command itself failed.
 */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

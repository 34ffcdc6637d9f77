import type { Identity } from '../exchange/dialect.ts';

/** The vendor's ids are numbers too large for some. */
export function taskIdOf({ life, number }: Identity): string {
  return `4${Number.parseInt(life, 16).toString().padStart(10, '0')}${number.toString().padStart(6, '0')}`;
}

/** The file that a task made. */
export function fileIdOf(taskId: string): string {
  return `5${taskId.slice(1)}`;
}

export function taskOfFile(fileId: string): string {
  return `4${fileId.slice(1)}`;
}

import type { Usage } from '../../canon/usage.ts';

/** Whether counts cover the images beside them: those count something, and who says zero does not know. */
export function coversImages(usage: Usage | undefined): boolean {
  return usage !== undefined && usage.outputVisible > 0;
}

import { nonEmptyText } from '../../../json/non-empty-text.ts';
import { isRecord } from '../../../json/read.ts';

/** The id of a container in which the vendor ran code: requests may name it by itself, or with skills beside it. */
export function containerIdOf(container: unknown): string | undefined {
  return nonEmptyText(isRecord(container) ? container.id : container);
}

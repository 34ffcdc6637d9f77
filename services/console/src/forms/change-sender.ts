import { ApiError } from '../api/api-error.ts';
import { drawId } from '../api/draw-id.ts';

/** Answers of these kinds may have been lost on their way back: what was asked for may be done. */
const unsure = ['unavailable', 'unreachable', 'unreadable'];

/**
 * Sends a change under an id by which it is made once, however often it is sent. What was refused was not made: what is sent then
 * is another change, under an id of its own. After an answer that was lost the id stays, and with it `firstMs`, when it was first
 * sent: what is counted from now stays the same as well.
 */
export function createChangeSender(): <T>(send: (id: string, firstMs: number) => Promise<T>) => Promise<T> {
  let change: { id: string; firstMs: number } | undefined;
  let isLost = false;
  return async (send) => {
    change ??= { id: drawId(), firstMs: Date.now() };
    try {
      return await send(change.id, change.firstMs);
    } catch (error) {
      if (!(error instanceof ApiError) || unsure.includes(error.kind)) isLost = true;
      else if (!isLost) change = undefined;
      throw error;
    }
  };
}

import type { ServerResponse } from 'node:http';
import { writeTokens } from '@headgate/proto/session-tokens';

/** What one session has used until now, and the ingress that counts it. */
export interface UsedTokens {
  add(tokens: bigint): void;
  /** Answers an ingress, in the place of one that asked before: says the sum at once and whenever it is more. */
  tell(asking: ServerResponse): void;
  /** Nothing is added any more. */
  end(): void;
}

/** @param everyMs how often the sum is said anew, so that an ingress knows that it will hear of more. */
export function createUsedTokens(everyMs: number): UsedTokens {
  let total = 0n;
  let ingress: ServerResponse | undefined;
  let timer: NodeJS.Timeout | undefined;

  function say(): void {
    // Who takes nothing has the next sum instead.
    if (ingress && !ingress.writableNeedDrain) ingress.write(writeTokens(total));
  }

  function leave(): void {
    clearInterval(timer);
    ingress = undefined;
  }

  return {
    add(tokens) {
      if (tokens === 0n) return;
      total += tokens;
      say();
    },
    tell(asking) {
      ingress?.end();
      clearInterval(timer);
      ingress = asking;
      timer = setInterval(say, everyMs).unref();
      asking.once('close', () => ingress === asking && leave());
      asking.writeHead(200, { 'content-type': 'text/plain' });
      say();
    },
    end() {
      ingress?.end(writeTokens(total));
      leave();
    },
  };
}

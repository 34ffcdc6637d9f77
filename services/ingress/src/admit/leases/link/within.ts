/**
 * Rejects when the promise has not come to its end in time. A process that was busy looks once more before it gives up:
 * the answer may have come meanwhile, and only wait to be read.
 */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void setImmediate(() => reject(new Error(`no answer within ${ms} ms`)));
    const timer = setTimeout(giveUp, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

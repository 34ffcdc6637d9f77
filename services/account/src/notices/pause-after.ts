const growth = 4;

/** How long to wait after a try that failed, with a random part: what failed together does not come back together. */
export function pauseAfter(tries: number, firstMs: number): number {
  return Math.round(firstMs * growth ** (tries - 1) * (0.9 + Math.random() * 0.2));
}

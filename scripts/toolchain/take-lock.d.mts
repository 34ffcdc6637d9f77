export interface LockHolder {
  pid?: number;
  startTime?: string;
  mtimeMs: number;
  [detail: string]: unknown;
}
export type LockAnswer =
  | { release: () => void; previous: LockHolder | undefined; holder?: undefined }
  | { release?: undefined; holder: LockHolder };
export function takeLock(path: string, details?: Record<string, unknown>): LockAnswer;
export function waitForLock(
  path: string,
  options: { timeoutMs: number; onWait: (holder: LockHolder) => void },
): Promise<() => void>;

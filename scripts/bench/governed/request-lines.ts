import { readFileSync, truncateSync } from 'node:fs';

/** What a service's log says of one key's requests. */
export interface RequestLines {
  lines: number;
  /** Those that were not refused. */
  served: number;
  /** Tokens that count on the key's minute, where the service says so. */
  tokens: number;
}

/** Begins a log anew. A load writes less than what makes the supervisor move it, and nothing else is of interest. */
export function emptyLog(path: string): void {
  truncateSync(path);
}

export function readRequestLines(path: string, keyId: bigint): RequestLines {
  return countLines(readFileSync(path, 'utf8'), keyId);
}

export function countLines(log: string, keyId: bigint): RequestLines {
  const counted: RequestLines = { lines: 0, served: 0, tokens: 0 };
  for (const line of log.split('\n')) {
    // The newest may be half written.
    if (!line.endsWith('"msg":"request"}')) continue;
    const { keyId: of, status, tokens = 0 }: LoggedRequest = JSON.parse(line);
    if (String(of) !== String(keyId)) continue;
    counted.lines += 1;
    if (status !== 429) counted.served += 1;
    counted.tokens += tokens;
  }
  return counted;
}

/** Members of a line that are read here. */
interface LoggedRequest {
  keyId?: number | string;
  status: number;
  tokens?: number;
}

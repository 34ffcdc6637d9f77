import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { readStartTime } from './process-start.mjs';

/** A lock file without words is one that is being written; after this long its writer must have died. */
const wordlessMs = 5_000;

/**
 * Takes the lock file `path` for this process. Answers `{release, previous}`, where `previous` is what a dead
 * holder left, or `{holder}` when a live process holds it. `details` is kept in the file beside the pid.
 */
export function takeLock(path, details = {}) {
  let previous;
  for (;;) {
    if (create(path, { ...details, pid: process.pid, startTime: readStartTime(process.pid) })) {
      return { release: () => rmSync(path, { force: true }), previous };
    }
    const found = read(path);
    if (found === undefined) continue;
    if (isAlive(found)) return { holder: found };
    previous = found;
    removeStale(path);
  }
}

/** Takes the lock, waiting for a live holder up to `timeoutMs`; `onWait` is called once, with the holder. */
export async function waitForLock(path, { timeoutMs, onWait }) {
  const end = Date.now() + timeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    const { release, holder } = takeLock(path);
    if (release) return release;
    if (isFirst) onWait(holder);
    if (Date.now() > end) throw new Error(`${path} is still held by process ${holder.pid}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function create(path, content) {
  let file;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeSync(file, `${JSON.stringify(content)}\n`);
  } catch (error) {
    // A lock without words would be somebody's for a while.
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

/** What the lock file says; undefined when it is gone. */
function read(path) {
  try {
    const { mtimeMs } = statSync(path);
    try {
      return { ...JSON.parse(readFileSync(path, 'utf8')), mtimeMs };
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      return { mtimeMs };
    }
  } catch {
    return undefined;
  }
}

function isAlive({ pid, startTime, mtimeMs }) {
  if (pid === undefined) return Date.now() - mtimeMs < wordlessMs;
  const running = readStartTime(pid);
  return running !== undefined && running === startTime;
}

/** Of several that find a dead holder only one removes its file, and never the file of a new holder. */
function removeStale(path) {
  const guard = `${path}.takeover`;
  if (!create(guard, { pid: process.pid })) {
    const found = read(guard);
    if (found && Date.now() - found.mtimeMs > wordlessMs) rmSync(guard, { force: true });
    return;
  }
  try {
    const found = read(path);
    if (found && !isAlive(found)) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}

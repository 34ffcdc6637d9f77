/** Writes frames to a stream whose messages carry many. */
export interface FrameWriter<Frame> {
  push(frame: Frame): void;
  /** What the frames that have not been written yet hold, in bytes. */
  waitingBytes(): number;
  /** Ends it: gives back what has not been written, and takes nothing more. */
  end(): Frame[];
}

interface FrameWriterOptions<Frame> {
  /** Writes one message; calls back when the next one may follow. */
  write(frames: Frame[], done: () => void): void;
  /** Of what a frame carries; frames without are small. */
  bytesOf(frame: Frame): number;
}

/** No message is much larger: it is read whole before anything in it is, and others wait behind it. */
const messageBytes = 128 * 1024;

/**
 * What is said in one turn of the event loop goes as one message, and so does what gathers while the message before is on its
 * way: the busier the stream, the fewer messages. Whoever pushes bounds what may wait.
 */
export function createFrameWriter<Frame>({ write, bytesOf }: FrameWriterOptions<Frame>): FrameWriter<Frame> {
  let waiting: Frame[] = [];
  let waitingBytes = 0;
  let isScheduled = false;
  let isWriting = false;
  let isEnded = false;

  function flush(): void {
    isScheduled = false;
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    write(takeMessage(), written);
  }

  function written(): void {
    isWriting = false;
    flush();
  }

  function takeMessage(): Frame[] {
    if (waitingBytes <= messageBytes) {
      const all = waiting;
      waiting = [];
      waitingBytes = 0;
      return all;
    }
    let count = 0;
    for (let bytes = 0; count < waiting.length && bytes < messageBytes; count += 1) {
      bytes += bytesOf(waiting[count] as Frame);
    }
    const first = waiting.splice(0, count);
    for (const frame of first) waitingBytes -= bytesOf(frame);
    return first;
  }

  return {
    push(frame) {
      if (isEnded) return;
      waiting.push(frame);
      waitingBytes += bytesOf(frame);
      if (isScheduled || isWriting) return;
      isScheduled = true;
      setImmediate(flush);
    },
    waitingBytes: () => waitingBytes,
    end() {
      isEnded = true;
      return waiting.splice(0);
    },
  };
}

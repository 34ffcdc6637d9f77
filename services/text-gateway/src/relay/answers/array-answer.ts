import type { Header } from '@headgate/proto/gen/headgate/text/v1/text';
import { createSseSplitter } from '../../sse.ts';
import type { Answer } from './answer.ts';

/** As large as any frame that a pass lets through, with its error frame. */
const maxFrameBytes = 128 * 1024 * 1024;

const newline = Buffer.from('\n');

/**
 * For a client that did not ask for server-sent events: frames become the elements of one JSON array, as the vendor writes
 * it. What is given must be whole frames. The head waits for the first element; an answer that is no stream passes.
 */
export function createArrayAnswer(answer: Answer): Answer {
  let head: { status: number; headers: Header[]; brokenFrame: Buffer } | undefined;
  let isStream = false;
  let elements = 0;

  function sendHead(): void {
    if (!head) return;
    const { status, headers, brokenFrame } = head;
    head = undefined;
    const others = headers.filter(({ name }) => name !== 'content-type');
    const broken = dataOf(brokenFrame).map((data) => `,\n${data}\n]`);
    answer.head(
      status,
      [...others, { name: 'content-type', value: 'application/json' }],
      Buffer.from(broken.join('')),
    );
  }

  return {
    gone: answer.gone,
    waitsForFrame: true,
    hasBegun: () => isStream || answer.hasBegun(),
    head(status, headers, brokenFrame) {
      isStream = headers.some(
        ({ name, value }) => name === 'content-type' && value.startsWith('text/event-stream'),
      );
      if (isStream) head = { status, headers, brokenFrame };
      else answer.head(status, headers, brokenFrame);
    },
    data(bytes) {
      if (!isStream) return answer.data(bytes);
      const added = dataOf(bytes);
      if (added.length === 0) return true;
      sendHead();
      const text = added.map((data, index) => `${elements + index === 0 ? '[' : ',\n'}${data}\n`).join('');
      elements += added.length;
      return answer.data(Buffer.from(text));
    },
    beat: () => answer.beat(newline),
    fail: (error) => answer.fail(error),
    onDrain: (resume) => answer.onDrain(resume),
    whenOver: (run) => answer.whenOver(run),
    end(tokens) {
      if (isStream) {
        sendHead();
        answer.data(Buffer.from(elements === 0 ? '[]' : ']'));
      }
      answer.end(tokens);
    },
  };
}

function dataOf(frames: Buffer): string[] {
  const splitter = createSseSplitter(maxFrameBytes);
  return [...splitter.push(frames), ...splitter.end()]
    .filter(({ data }) => data.length > 0)
    .map(({ data }) => data.toString('utf8'));
}

import { type AnswerHeaders, openDecoder } from './encodings.ts';

/** Where the pieces of an answer go, as its vendor wrote them. */
export interface DecodedAnswer {
  data(bytes: Buffer): void;
  end(): void;
  broken(error: Error): void;
  /** There is room again, where `write` said that there was none. */
  drain(): void;
}

/** Undoes the compression of an answer. */
export interface AnswerDecoder {
  /** False means: no more until `drain`. */
  write(bytes: Buffer): boolean;
  end(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** Decodes an answer that came compressed although it was asked for as it is. Undefined where it did not. */
export function createDecoder(
  headers: AnswerHeaders,
  begin: Buffer,
  answer: DecodedAnswer,
): AnswerDecoder | undefined {
  const decoder = openDecoder(headers, begin);
  if (!decoder) return undefined;
  decoder.on('data', answer.data);
  decoder.once('end', answer.end);
  decoder.once('error', answer.broken);
  decoder.on('drain', answer.drain);
  return {
    write: (bytes) => decoder.write(bytes),
    end: () => void decoder.end(),
    pause: () => void decoder.pause(),
    resume: () => void decoder.resume(),
    destroy: () => void decoder.destroy(),
  };
}

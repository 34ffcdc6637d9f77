import type { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { isRecord, type JsonRecord } from '../../json/read.ts';
import type { SessionBill } from './bill.ts';
import { billTranscript } from './bill-transcript.ts';

/** What one session writes down of what it hears. */
export interface Transcripts {
  /** Those that are under way. */
  count(): number;
  /** What the session is like now, which says who writes it down. */
  note(session: JsonRecord): void;
  /** Sound has become an item of the conversation. Nothing is waited for where nobody writes it down. */
  begin(itemId: string): void;
  /** A piece of one, for the case that it breaks off. */
  hear(itemId: string, words: string): void;
  /** Bills one, also where it was not seen to begin. One that is told of again is billed once. */
  end(ended: Transcribed): Promise<void> | undefined;
  fail(itemId: string): void;
  /** Bills what did not end, by what was written of it. */
  abandon(ending: Ending): Promise<void>;
}

/** A transcript as its upstream ends it. An item may have several, of a part each. */
export interface Transcribed {
  itemId: string;
  contentIndex: number;
  usage: JsonRecord;
  transcript: string;
}

interface Running {
  model: string;
  words: string;
}

/** Clients say one thing after the other; what goes beyond it is not waited for. */
const mostRunning = 64;

/**
 * Transcripts that were billed. One that is told of again is among the last, as clients of OpenAI saw it.
 * Source: https://github.com/OpenWhispr/openwhispr/pull/790
 */
const mostRemembered = 64;

/** An hour of speech is about as long. */
const mostCharacters = 64 * 1024;

export function createTranscripts(bill: Pick<SessionBill, 'charge'>): Transcripts {
  const running = new Map<string, Running>();
  /** The last ones that were billed, the newest last. */
  const over: string[] = [];
  let transcriber: string | undefined;

  async function billBroken({ model, words }: Running, ending: Ending): Promise<void> {
    const transcribed = billTranscript({}, words);
    if (transcribed) await bill.charge(transcribed, model, ending);
  }

  return {
    count: () => running.size,
    note(session) {
      transcriber = transcriberOf(session);
    },
    begin(itemId) {
      if (transcriber === undefined || running.has(itemId) || running.size >= mostRunning) return;
      running.set(itemId, { model: transcriber, words: '' });
    },
    hear(itemId, words) {
      const own = running.get(itemId);
      if (own && own.words.length < mostCharacters) own.words += words;
    },
    end({ itemId, contentIndex, usage, transcript }) {
      const model = running.get(itemId)?.model ?? transcriber;
      running.delete(itemId);
      const part = `${contentIndex} ${itemId}`;
      const transcribed = over.includes(part) ? undefined : billTranscript(usage, transcript);
      if (!transcribed) return undefined;
      if (itemId !== '') over.push(part);
      if (over.length > mostRemembered) over.shift();
      return bill.charge(transcribed, model);
    },
    fail(itemId) {
      running.delete(itemId);
    },
    async abandon(ending) {
      const broken = [...running.values()];
      running.clear();
      await Promise.all(broken.map((own) => billBroken(own, ending)));
    },
  };
}

/** The model that writes down what is heard, in the place of either protocol version. */
function transcriberOf(session: JsonRecord): string | undefined {
  const audio = isRecord(session.audio) ? session.audio : {};
  const input = isRecord(audio.input) ? audio.input : {};
  const transcription = input.transcription ?? session.input_audio_transcription;
  const model = isRecord(transcription) ? transcription.model : undefined;
  return typeof model === 'string' ? model : undefined;
}

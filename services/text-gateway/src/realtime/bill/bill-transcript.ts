import type { JsonRecord } from '../../json/read.ts';
import { type Bill, estimatedBill, reportedBill } from '../../relay/bills/bill.ts';
import { addSoundTokens, decodeUsage, measureWords } from '../../surfaces/transcriptions/usage.ts';

/**
 * What was transcribed in a session: by the upstream's own counts, and where it has none, or zeros, by its words, as a whole
 * transcription is. Undefined where nothing was said either.
 */
export function billTranscript(usage: JsonRecord, transcript: string): Bill | undefined {
  const counted = decodeUsage(usage);
  if (counted) return reportedBill(addSoundTokens(counted, Buffer.byteLength(transcript)));
  return transcript.trim() === '' ? undefined : estimatedBill(measureWords(transcript));
}

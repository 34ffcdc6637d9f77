import { errorInEvent } from '../../dialects/error-in-event.ts';
import type { Tap } from '../../dialects/passage.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { decodeUsage } from './usage.ts';

/** The event that is the last, and holds the counts. */
const end = 'speech.audio.done';

/** Watches a stream of sound. */
export function createTap(): Tap {
  const tap: Tap = {
    usage: undefined,
    isDone: false,
    hasFinished: false,
    error: undefined,
    see({ raw, data }) {
      if (data.length === 0) return raw;
      const { bytes, scanned } = scanLeniently(data);
      const read = (name: string): unknown => readScanned(bytes, scanned, name);
      const type = read('type');
      tap.error = errorInEvent(type, read);
      if (type !== end) return raw;
      tap.usage = decodeUsage(read('usage'));
      tap.isDone = true;
      return raw;
    },
  };
  return tap;
}

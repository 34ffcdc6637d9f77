import type { Usage } from '../../canon/usage.ts';
import { errorInEvent } from '../../dialects/error-in-event.ts';
import type { Tap } from '../../dialects/passage.ts';
import { readScanned } from '../../json/scan-body.ts';
import { scanLeniently } from '../../json/scan-leniently.ts';
import { isDoneMark } from '../../sse.ts';
import type { ImageJob } from '../image-order.ts';
import { billImages } from '../price/bill-images.ts';
import { coversImages } from '../price/covers-images.ts';
import { readSaidSize } from '../sizes/measures.ts';
import { decodeImageTokens, decodeUsage } from './decode-usage.ts';

/** Watches a stream of images: looks at each, and then the image, whose event has the counts of all until then. */
export function createImageTap(job: ImageJob): Tap {
  const { ask, event } = job;
  let images = 0;
  /** Of as many as were asked for. */
  const said: (string | undefined)[] = [];
  let uncounted = 0;
  /** At images that no counts cover. */
  let looks = 0;
  let isInTheMaking = false;
  let reported: Usage | undefined;
  let imageTokens: number | undefined;

  function bill(unfinished: number): void {
    const made = {
      images: images + unfinished,
      said,
      uncounted: uncounted + unfinished,
      looks,
      reported,
      imageTokens,
    };
    Object.assign(tap, billImages(job, made));
  }

  const tap: Tap = {
    usage: undefined,
    isDone: false,
    hasFinished: false,
    // Fewer images than were asked for are whole only where the stream ends by itself.
    endsByCounts: true,
    error: undefined,
    see({ raw, data }) {
      if (data.length === 0) return raw;
      if (isDoneMark(data)) {
        if (!tap.hasFinished) throw new Error('The stream ends before its images do');
        tap.isDone = true;
        return raw;
      }
      const { bytes, scanned } = scanLeniently(data);
      const read = (name: string): unknown => readScanned(bytes, scanned, name);
      const type = read('type');
      tap.error = errorInEvent(type, read);
      if (type === `${event}.partial_image`) {
        looks += 1;
        isInTheMaking = true;
      } else if (type === `${event}.completed`) {
        const usage = read('usage');
        const counted = decodeUsage(usage);
        imageTokens = decodeImageTokens(usage) ?? imageTokens;
        const isCovered = coversImages(counted);
        if (images < ask.count) said.push(readSaidSize(read('size')));
        images += 1;
        isInTheMaking = false;
        looks = isCovered ? 0 : looks;
        uncounted = isCovered ? 0 : uncounted + 1;
        reported = counted ?? reported;
      } else {
        return raw;
      }
      bill(0);
      tap.hasFinished = images > 0 && !isInTheMaking;
      tap.isDone = images >= ask.count;
      return raw;
    },
    // The upstream finishes what nobody waits for any more.
    clientLeft() {
      if (isInTheMaking) bill(1);
    },
  };
  return tap;
}

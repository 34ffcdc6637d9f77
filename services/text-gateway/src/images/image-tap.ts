import type { Usage } from '../canon/usage.ts';
import type { Tap } from '../dialects/passage.ts';
import { readScanned } from '../json/scan-body.ts';
import { scanLeniently } from '../json/scan-leniently.ts';
import { isDoneMark } from '../sse.ts';
import { billImages } from './bill-images.ts';
import { coversImages, decodeImageTokens, decodeUsage } from './decode-usage.ts';
import type { ImageJob } from './image-order.ts';

/** Watches a stream of images: looks at each, and then the image, whose event has the counts of all until then. */
export function createImageTap(job: ImageJob): Tap {
  const { ask, event } = job;
  let images = 0;
  let uncounted = 0;
  /** At the image that is in the making. */
  let looks = 0;
  let reported: Usage | undefined;
  let imageTokens: number | undefined;

  function bill(unfinished: number): void {
    const made = {
      images: images + unfinished,
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
      tap.error = read('error') ?? (type === 'error' ? type : undefined);
      if (type === `${event}.partial_image`) {
        looks += 1;
      } else if (type === `${event}.completed`) {
        const usage = read('usage');
        const counted = decodeUsage(usage);
        imageTokens = decodeImageTokens(usage) ?? imageTokens;
        images += 1;
        looks = 0;
        uncounted = coversImages(counted) ? 0 : uncounted + 1;
        reported = counted ?? reported;
      } else {
        return raw;
      }
      bill(0);
      tap.hasFinished = images > 0 && looks === 0;
      tap.isDone = images >= ask.count;
      return raw;
    },
    // The upstream finishes what nobody waits for any more.
    clientLeft() {
      if (looks > 0) bill(1);
    },
  };
  return tap;
}

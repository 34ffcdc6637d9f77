import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { StoredWish } from '../../families/wish.ts';

/** The longest files that the vendor takes, by its documents. */
const longestEditedMs = 10_000;
const longestSoundMs = 300_000;
const longestMotionMs: Record<string, number> = { image: 10_000, video: 30_000 };

type Asked = Pick<StoredWish, 'options'> & {
  references: readonly Pick<StoredWish['references'][number], 'options'>[];
};

/**
 * How long a video can be whose length is that of a file of the client's, which only the vendor measures: so much is held.
 * Undefined where a length was asked for.
 */
export function longestMsOf({ options, references }: Asked): number | undefined {
  switch (options.path) {
    case 'videos/avatar/image2video':
      return longestSoundMs;
    case 'videos/motion-control':
      return longestMotionMs[String(options.character_orientation)] ?? longestMotionMs.video;
    case 'videos/omni-video':
      return references.some((one) => one.options?.refer_type === 'base') ? longestEditedMs : undefined;
    default:
      return undefined;
  }
}

/** What such a video is billed, by whole seconds as the vendor rounds them and within what was held. */
export function usageOf(held: Usage, reportedMs: number): Usage {
  const reported = BigInt(Math.max(1, Math.round(reportedMs / 1_000)) * 1_000);
  const metered = held.metered.map((item) =>
    item.unit === MeteredUnit.SECOND && reported < item.quantity ? { ...item, quantity: reported } : item,
  );
  return { ...held, metered };
}

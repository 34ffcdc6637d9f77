import { MeteredUnit } from './gen/headgate/events/v1/events.ts';

/**
 * How much of each unit one price is for. Whoever counts and whoever bills must mean the same: seconds and minutes are
 * counted in milliseconds, characters and tokens are priced by the million and calls of tools by the thousand.
 */
export const quantityPerPrice: Readonly<Record<MeteredUnit, bigint>> = {
  [MeteredUnit.UNSPECIFIED]: 1n,
  [MeteredUnit.SECOND]: 1_000n,
  [MeteredUnit.IMAGE]: 1n,
  [MeteredUnit.CHARACTER]: 1_000_000n,
  [MeteredUnit.AUDIO_INPUT_MINUTE]: 60_000n,
  [MeteredUnit.AUDIO_OUTPUT_MINUTE]: 60_000n,
  [MeteredUnit.TOOL_CALL]: 1_000n,
  [MeteredUnit.IMAGE_OUTPUT_TOKEN]: 1_000_000n,
};

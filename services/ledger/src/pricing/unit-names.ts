import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';

/** What units are called in price rows and in the usage log. Names are kept for ever. */
export const unitNames = {
  [MeteredUnit.UNSPECIFIED]: 'unspecified',
  [MeteredUnit.SECOND]: 'second',
  [MeteredUnit.IMAGE]: 'image',
  [MeteredUnit.CHARACTER]: 'character',
  [MeteredUnit.AUDIO_INPUT_MINUTE]: 'audio_input_minute',
  [MeteredUnit.AUDIO_OUTPUT_MINUTE]: 'audio_output_minute',
  [MeteredUnit.TOOL_CALL]: 'tool_call',
  [MeteredUnit.IMAGE_OUTPUT_TOKEN]: 'image_output_token',
} as const satisfies Record<MeteredUnit, string>;

export type UnitName = (typeof unitNames)[MeteredUnit];

export const units: readonly MeteredUnit[] = Object.values(MeteredUnit).filter(
  (unit) => unit !== MeteredUnit.UNSPECIFIED,
);

/** Undefined for what is no name of a unit. */
export function unitOf(name: string): MeteredUnit | undefined {
  return units.find((unit) => unitNames[unit] === name);
}

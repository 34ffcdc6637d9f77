import { type Cell, refused, taken } from './cell.ts';

/** The tables' own rows, by the member that a family calls its own. */
const bounded = [
  { family: 'V5', member: 'duration', min: 4, max: 15, by: 'vendor' },
  { family: 'V6', member: 'duration', min: 4, max: 29, by: 'vendor' },
  { family: 'V7', member: 'seconds', min: 4, max: 15, by: 'vendor' },
  { family: 'V8', member: 'duration', min: 4, max: 15, by: 'vendor' },
  // Its vendor renders six seconds and ten.
  { family: 'V9', member: 'seconds', min: 4, max: 11, by: 'gateway' },
] as const;

/** What vendors render of families without a bound of their own. */
const listed = [
  { family: 'V1', member: 'seconds', lengths: [4, 8, 12], between: [3, 5, 7, 9, 11, 13] },
  { family: 'V2', member: 'duration', lengths: [4, 6, 8], between: [3, 5, 7, 9] },
  { family: 'V4', member: 'duration', lengths: [3, 4, 9, 10], between: [2, 11] },
  { family: 'V10', member: 'duration', lengths: [3, 4, 14, 15], between: [2, 16] },
  { family: 'V11', member: 'duration', lengths: [5, 10], between: [4, 6, 9, 11] },
] as const;

const noNumbers = ['abc', '5s', '1e1', '+5', true, [5]];
const otherName = { duration: 'seconds', seconds: 'duration' } as const;

export const lengths: readonly Cell[] = [
  ...bounded.flatMap(({ family, member, min, max, by }) => [
    ...[min, min + 1, max - 1, max].flatMap((seconds) => {
      const holds = { secondsMs: seconds * 1_000 };
      return [
        taken(family, { [member]: seconds }, holds, { by }),
        taken(family, { [otherName[member]]: String(seconds) }, holds, { by }),
      ];
    }),
    ...[min - 1, max + 1, min + 0.5, -min].flatMap((seconds) => {
      const says = [String(seconds), `from ${min} to ${max}`];
      const other = otherName[member];
      return [
        refused(family, { [member]: seconds }, member, { says: [member, ...says] }),
        refused(family, { [other]: String(seconds) }, other, { says: [other, ...says] }),
      ];
    }),
    ...noNumbers.map((value) =>
      refused(family, { [member]: value }, member, { says: [member, `from ${min} to ${max}`] }),
    ),
  ]),
  ...listed.flatMap(({ family, member, lengths: all, between }) => [
    ...all.map((seconds) => taken(family, { [member]: seconds }, { secondsMs: seconds * 1_000 })),
    ...between.map((seconds) => refused(family, { [member]: seconds }, member, { by: 'vendor' })),
  ]),
  // Any number from one; how long its vendor renders is the vendor's.
  ...[1, 2, 15].map((duration) => taken('V3', { duration }, { secondsMs: duration * 1_000 })),
  ...[1.5, 2.25, 600, '1', '7.5'].map((duration) =>
    taken('V3', { duration }, { secondsMs: Number(duration) * 1_000 }, { by: 'gateway' }),
  ),
  ...[0.999, 0, -1, 'NaN', 1e12].map((duration) => refused('V3', { duration }, 'duration')),
];

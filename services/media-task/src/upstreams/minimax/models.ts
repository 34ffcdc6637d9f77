/** What a model of version 1 renders. */
export interface HailuoModel {
  /** Seconds by resolution; the first resolution is the usual one. */
  seconds: Readonly<Record<string, readonly number[]>>;
  /** The frames that it may be given. */
  frames: 'none' | 'first' | 'first-and-last';
  needsFrame: boolean;
}

const large = { '768P': [6, 10], '1080P': [6] };
const small = { '720P': [6] };

/** By parts of the vendor's names, the narrower ones first. */
const models: readonly [name: string, model: HailuoModel][] = [
  ['Hailuo-2.3-Fast', { seconds: large, frames: 'first', needsFrame: true }],
  ['Hailuo-02', { seconds: { ...large, '512P': [6, 10] }, frames: 'first-and-last', needsFrame: false }],
  ['I2V-01', { seconds: small, frames: 'first', needsFrame: true }],
  ['T2V-01', { seconds: small, frames: 'none', needsFrame: false }],
];
const newest: HailuoModel = { seconds: large, frames: 'first', needsFrame: false };

export function findHailuoModel(name: string): HailuoModel {
  return models.find(([part]) => name.includes(part))?.[1] ?? newest;
}

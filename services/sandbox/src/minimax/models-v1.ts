/** What one family of models makes. */
export interface Family {
  pattern: RegExp;
  /** Lengths by resolution; the first resolution is the usual one. */
  lengths: Record<string, readonly number[]>;
  /** What a request must come with beside, or instead of, a prompt. */
  needs: 'nothing' | 'first-frame' | 'subject';
  takesLastFrame: boolean;
}

const large = { '768P': [6, 10], '1080P': [6] };
const small = { '720P': [6] };

const families: readonly Family[] = [
  { pattern: /Hailuo-2\.3-Fast/, lengths: large, needs: 'first-frame', takesLastFrame: false },
  { pattern: /Hailuo-02/, lengths: { ...large, '512P': [6, 10] }, needs: 'nothing', takesLastFrame: true },
  { pattern: /^I2V-01/, lengths: small, needs: 'first-frame', takesLastFrame: false },
  { pattern: /^S2V-01/, lengths: small, needs: 'subject', takesLastFrame: false },
  { pattern: /^T2V-01/, lengths: small, needs: 'nothing', takesLastFrame: false },
];

const newest: Family = { pattern: /./, lengths: large, needs: 'nothing', takesLastFrame: false };

export function familyOf(model: string): Family {
  return families.find(({ pattern }) => pattern.test(model)) ?? newest;
}

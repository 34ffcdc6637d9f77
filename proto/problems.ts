/**
 * The closed list of what may be wrong with what people send, beside the words of whoever refuses it: what each says of it by
 * name, as a text. Pages say it in their language. Kept sorted.
 */
export const problems = {
  address_unfit: [],
  alias_of_itself: ['name'],
  base_url_unfit: [],
  channel_group_unknown: ['channel', 'group'],
  channel_model_unpriced: ['channel', 'model'],
  channel_upstream_unpriced: ['channel', 'model', 'upstreams'],
  characters_exact: ['exact'],
  characters_many: ['most'],
  choice_unknown: ['choices'],
  decimal_unfit: [],
  domain_unfit: [],
  email_unfit: [],
  empty: [],
  entries_many: ['most'],
  fallback_of_itself: [],
  fallback_unknown: ['model', 'fallback'],
  member_missing: [],
  member_unknown: [],
  minute_uncounted: [],
  name_unfit: [],
  named_twice: ['name'],
  number_large: ['most'],
  number_small: ['least'],
  price_empty: [],
  type_unfit: ['type'],
} as const satisfies Record<string, readonly string[]>;

export type ProblemReason = keyof typeof problems;

export const problemReasons = Object.keys(problems) as readonly ProblemReason[];

/** A text for each that a reason names. */
export type ProblemValues<Reason extends ProblemReason> = Record<(typeof problems)[Reason][number], string>;

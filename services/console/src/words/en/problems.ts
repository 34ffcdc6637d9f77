import type { ProblemReason } from '../../api/api-error.ts';

/** What may be wrong with what was sent. `member` is what the form calls it. */
export const problems: Record<ProblemReason, string> = {
  address_unfit: '{{member}}: must be an IP address, or a range such as 10.0.0.0/8.',
  alias_of_itself: '{{member}}: "{{name}}" leads back to itself.',
  base_url_unfit: '{{member}}: must be an http or https URL without user, password, query and fragment.',
  channel_group_unknown: 'Channel {{channel}}: there is no group "{{group}}".',
  channel_model_unpriced: 'Channel {{channel}}: there is no price for the model "{{model}}".',
  channel_upstream_unpriced:
    'Channel {{channel}}: there is a price neither for the model "{{model}}" nor for its upstream name {{upstreams}}.',
  characters_exact: '{{member}}: must have {{exact}} characters.',
  characters_many: '{{member}}: must have at most {{most}} characters.',
  choice_unknown: '{{member}}: must be one of {{choices}}.',
  decimal_unfit:
    '{{member}}: must be a number from 0, with at most 12 digits before the point and 9 after it.',
  domain_unfit: '{{member}}: must be a domain such as example.com.',
  email_unfit: '{{member}}: is no e-mail address.',
  empty: '{{member}}: must not be empty.',
  entries_many: '{{member}}: must have at most {{most}} entries.',
  fallback_of_itself: '{{member}}: is the model itself.',
  fallback_unknown: 'Model {{model}}: there is no model "{{fallback}}" to fall back to.',
  member_missing: '{{member}}: is missing.',
  member_unknown: '{{member}}: is not known here.',
  minute_uncounted:
    '{{member}}: is billed to nobody, since minutes of sound that is made are not counted. Give a price by characters, or audio_output.',
  name_unfit: '{{member}}: must be one line of text without space at its ends.',
  named_twice: '{{member}}: "{{name}}" is named twice.',
  number_large: '{{member}}: must be at most {{most}}.',
  number_small: '{{member}}: must be at least {{least}}.',
  price_empty:
    '{{member}}: at least one is needed of input, output, call, second, image, characters and minute.',
  type_unfit: '{{member}}: must be of type {{type}}.',
};

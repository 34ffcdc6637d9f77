import type { RefusalReason } from '../../api/api-error.ts';

/** Of what the API refuses by name, that whose words there name a member of the API; all others are said in its own words. */
export const refusals: Partial<Record<RefusalReason, string>> = {
  address_needed: 'An e-mail address is needed.',
  auto_group_idle: 'The group "auto" stands for nothing here: the site has no groups for it.',
  auto_group_reserved: 'A group may not be named "auto".',
  begin_again: 'This took too long, or was not begun. Begin again.',
  change_id_used:
    'This was sent before with other values, and may have been done. Look first; then close this form and begin again.',
  channel_host_moved: 'Another host needs its keys given anew, all of them. Root alone may keep them.',
  channel_keys_unfit: 'There may be 1 to {{most}} keys of at most 4096 characters, one in each line.',
  channel_name_taken: 'There is a channel "{{name}}" already.',
  expiry_passed: 'The time of expiry has passed already.',
  group_not_yours: 'You have no group "{{name}}" to give to a key.',
  group_unknown: 'There is no group "{{name}}".',
  key_group_configured: 'A configuration file names this key. Its group is given there.',
  key_name_taken: 'You have a key "{{name}}" already.',
  key_other_name_taken: 'You have another key "{{name}}".',
  key_unlimited: 'The key has no limit now. Take the limit into use first.',
  limit_just_removed: 'The limit was just taken away. Try again.',
  limit_removed_by_other: 'Somebody else just took the limit away. Try again.',
  model_unknown: 'There is no model "{{name}}".',
  password_is_username: 'The password must not be the username.',
  password_needed: 'Your present password is needed.',
  price_missing: 'A price is needed.',
  quota_below_nothing: 'Less would be left than nothing.',
  quota_without_limit: 'An amount cannot be given where there is no limit.',
  server_address_unplain: 'The address must be without user, password, query and fragment.',
  user_configured: 'A configuration file names this user, and would make another.',
  user_unlimited: 'The user has no limit now.',
  username_was_taken: 'There is, or was, a user "{{username}}".',
};

const units: Record<string, number> = { '': 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** The largest value of each setting. A bound exists so that a typing error does not occupy a machine. */
const largest = {
  /** Pieces of the answer. */
  chunks: 10_000_000,
  /** Characters of one piece. */
  size: 64 * 1024 ** 2,
  /** Bytes of the answer's text. */
  total: 16 * 1024 ** 3,
  /** Milliseconds before each piece. */
  delay: 60_000,
  /** Milliseconds before the first byte. */
  wait: 600_000,
  /** Input tokens reported as read from the cache. */
  cached: 1_000_000_000,
  /** Pictures that are made, of those asked for. */
  made: 100,
  /** Tokens of reasoning before the answer. */
  reasoning: 10_000_000,
};

export type SettingName = keyof typeof largest;

export type ParsedSetting =
  | { type: 'setting'; name: SettingName; value: number }
  | { type: 'problem'; message: string };

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(largest, name);
}

/** Parses `name=value`; a value may end in KB, MB or GB (powers of 1024). */
export function parseSetting(word: string): ParsedSetting {
  const [name = '', text = ''] = word.split('=', 2);
  if (!isSettingName(name)) return { type: 'problem', message: `has an unknown word "${word}".` };
  const [, digits, unit = ''] = /^(\d+)(KB|MB|GB)?$/i.exec(text) ?? [];
  const value = Number(digits) * (units[unit.toUpperCase()] ?? 1);
  if (!(value <= largest[name])) {
    return { type: 'problem', message: `needs ${name} to be a whole number up to ${largest[name]}.` };
  }
  if (name === 'size' && value === 0) return { type: 'problem', message: 'needs a size above 0.' };
  return { type: 'setting', name, value };
}

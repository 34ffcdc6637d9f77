/** Begun anew at each letter of a long word with dots or dashes, each of the first two would take seconds for 64 KB. */
const addresses = [
  /\b[a-z][a-z0-9+.-]{0,31}:\/\/\S+/gi,
  /(?<![\w-]|[\w-]\.)(?:[\w-]+\.)+(?:com|net|org|io|ai|cn|dev|app|cloud|run|internal|local|lan|corp|svc)\b\S*/gi,
  /\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g,
];

/** Numbers that count up over all tasks of a vendor, and uuids. */
const ids = [/\b\d{12,}\b/g, /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi];

/** What may tell who the upstream is, or whose task it is there. */
const telling = [
  ...addresses,
  ...ids,
  // Ids and keys: a word of letters and digits that nobody would say.
  /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}\b/gi,
];

const longestMessage = 500;
/** Of what is looked through at all. */
const longestRead = 8 * longestMessage;

/**
 * A vendor's words as clients may read them: without addresses, hosts, ids and keys.
 *
 * @param known what the vendor's own names are: short ones look like words. They are found in any case.
 */
export function cleanMessage(message: string, known: readonly (string | null)[] = []): string {
  const read = message.slice(0, longestRead);
  const unnamed = known.reduce<string>(
    (text, name) => (name ? text.replace(inAnyCase(name), '[...]') : text),
    read,
  );
  const cleaned = without(telling, unnamed);
  return cleaned.length > longestMessage ? `${cleaned.slice(0, longestMessage - 3)}...` : cleaned;
}

function inAnyCase(name: string): RegExp {
  return new RegExp(RegExp.escape(name), 'gi');
}

/** What a vendor says about a picture: whole, without addresses and ids. Words may be long there. */
export function cleanText(text: string): string {
  return without([...addresses, ...ids], text);
}

function without(patterns: readonly RegExp[], text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, '[...]'), text);
}

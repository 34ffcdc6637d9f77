const addresses = [
  /https?:\/\/\S+/gi,
  /\b[\w-]+(\.[\w-]+)*\.(com|net|org|io|ai|cn|dev|app|cloud|run)\b\S*/gi,
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

/** A vendor's words as clients may read them: without addresses, hosts, ids and keys. */
export function cleanMessage(message: string): string {
  const cleaned = without(telling, message);
  return cleaned.length > longestMessage ? `${cleaned.slice(0, longestMessage - 3)}...` : cleaned;
}

/** What a vendor says about a picture: whole, without addresses and ids. Words may be long there. */
export function cleanText(text: string): string {
  return without([...addresses, ...ids], text);
}

function without(patterns: readonly RegExp[], text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, '[...]'), text);
}

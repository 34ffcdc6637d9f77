/** What may tell who the upstream is, or whose task it is there. */
const telling = [
  /https?:\/\/\S+/gi,
  /\b[\w-]+(\.[\w-]+)*\.(com|net|org|io|ai|cn|dev|app|cloud)\b\S*/gi,
  // Ids and keys: a word of letters and digits that nobody would say.
  /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{16,}\b/gi,
];

const longestMessage = 500;

/** A vendor's words as clients may read them: without addresses, hosts, ids and keys. */
export function cleanMessage(message: string): string {
  const cleaned = telling.reduce((text, pattern) => text.replace(pattern, '[...]'), message);
  return cleaned.length > longestMessage ? `${cleaned.slice(0, longestMessage - 3)}...` : cleaned;
}

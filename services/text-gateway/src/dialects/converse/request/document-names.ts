/** Names for the documents of one request. */
export interface DocumentNames {
  next(title: string | undefined): string;
}

const maxLength = 200;
/** Room for what tells documents of one name apart. */
const maxBase = maxLength - 10;

/**
 * The vendor demands a name of each document, takes few characters in it, and refuses two of one name anywhere in a
 * request, whatever the case of their letters.
 */
export function createDocumentNames(): DocumentNames {
  const taken = new Set<string>();
  return {
    next(title) {
      const base = toAllowed(title ?? '') || 'document';
      let name = base;
      for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base} (${number})`;
      taken.add(name.toLowerCase());
      return name;
    },
  };
}

function toAllowed(title: string): string {
  return title
    .replace(/[^a-zA-Z0-9()[\]-]+/g, ' ')
    .trim()
    .slice(0, maxBase)
    .trim();
}

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
  /** Where counting goes on: from 2 each time, thirty thousand documents of one name took minutes. */
  const numbers = new Map<string, number>();
  return {
    next(title) {
      const base = toAllowed(title ?? '') || 'document';
      let name = base;
      let number = numbers.get(base.toLowerCase()) ?? 2;
      for (; taken.has(name.toLowerCase()); number += 1) name = `${base} (${number})`;
      numbers.set(base.toLowerCase(), number);
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

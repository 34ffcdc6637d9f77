/** A usual pace where a character is a letter. */
const lettersPerSecond = 15;
/** Where it is a syllable: people say some five a second. */
const lettersPerSyllable = 3;

/** How long a text takes to say. */
export function secondsToSay(text: string): number {
  let letters = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (isSyllable(text.charCodeAt(at))) letters += lettersPerSyllable - 1;
  }
  return letters / lettersPerSecond;
}

/** The blocks of Chinese, Japanese and Korean, from radicals to the last syllable of Hangul. */
function isSyllable(unit: number): boolean {
  return unit >= 0x2e80 && unit <= 0xd7a3;
}

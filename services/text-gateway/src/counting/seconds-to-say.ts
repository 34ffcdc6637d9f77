/** A usual pace where a character is a letter. */
const lettersPerSecond = 15;
/** Where it is a syllable: people say some five a second. */
const lettersPerSyllable = 3;

/** How long a text takes to say, in seconds. A character is one whatever room it takes, as an emoji does. */
export function secondsToSay(text: string): number {
  let letters = 0;
  for (const character of text) letters += isSyllable(character) ? lettersPerSyllable : 1;
  return letters / lettersPerSecond;
}

/** The blocks of Chinese, Japanese and Korean, from radicals to the last syllable of Hangul. */
function isSyllable(character: string): boolean {
  return character >= '\u2e80' && character <= '\ud7a3';
}

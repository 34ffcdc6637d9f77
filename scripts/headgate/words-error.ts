/** The words were not understood: the usage is shown, below what is wrong with them. */
export class WordsError extends Error {}

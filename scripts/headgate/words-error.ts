/** The words were not understood: the usage of the verb is shown, below what is wrong with them. */
export class WordsError extends Error {}

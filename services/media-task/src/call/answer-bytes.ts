import { constants } from 'node:buffer';

/** Of most answers: results are files, and come another way. */
export const answerBytes = 64 * 1024 * 1024;

/**
 * Of answers that hold the images of a task, in base64: they are made, paid for and nowhere else. 512 MB less a few bytes, since
 * an answer is read as one text, and no text is longer.
 */
export const imageAnswerBytes = constants.MAX_STRING_LENGTH;

/** Of most answers: results are files, and come another way. */
export const answerBytes = 64 * 1024 * 1024;

/**
 * Of answers that hold the images of a task, in base64: they are made, paid for and nowhere else. Ten PNGs of the largest size come to
 * some 130 MB. While it is read an answer takes four times its size, so that one which is larger would end the worker.
 */
export const imageAnswerBytes = 160 * 1024 * 1024;

/** A whole answer is held until it is complete: its bill must be closed before its last byte leaves. */
export const maxAnswerBytes = 64 * 1024 * 1024;

/** What comes within so long; rejects with an Error that says so where it does not. What comes later is not used. */
export async function answerWithin<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateError(ms)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

export class LateError extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms`);
  }
}

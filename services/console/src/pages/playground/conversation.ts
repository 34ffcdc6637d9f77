import type { ChatEvent, ChatMessage } from '../../api/chat.ts';

/** What one model answered. */
export interface Answer {
  model: string;
  text: string;
  reasoning: string;
  state: 'running' | 'done' | 'stopped' | 'failed';
  error?: unknown;
  /** The request's, under which it is booked. */
  requestId?: string;
  usage?: { input: number; output: number };
  /** Milliseconds to the first piece of it, and to its end. */
  firstMs?: number;
  totalMs?: number;
}

/** What was asked once, and what each model answered, in the order of the models. */
export interface Turn {
  id: number;
  prompt: string;
  answers: readonly Answer[];
}

export function newAnswer(model: string): Answer {
  return { model, text: '', reasoning: '', state: 'running' };
}

/** The answer with what has come. */
export function addEvent(answer: Answer, event: ChatEvent, passedMs: number): Answer {
  if (event.type === 'request') return { ...answer, requestId: event.id };
  if (event.type === 'usage') return { ...answer, usage: { input: event.input, output: event.output } };
  const firstMs = answer.firstMs ?? passedMs;
  const member = event.type === 'reasoning' ? 'reasoning' : 'text';
  return { ...answer, firstMs, [member]: answer[member] + event.text };
}

/** The conversation with one answer in the place of another. */
export function putAnswer(
  turns: readonly Turn[],
  { turn: id, side }: { turn: number; side: number },
  change: (answer: Answer) => Answer,
): Turn[] {
  return turns.map((turn) =>
    turn.id !== id
      ? turn
      : { ...turn, answers: turn.answers.map((answer, index) => (index === side ? change(answer) : answer)) },
  );
}

/** What the model of a side is told: what it was asked and answered before, and the new prompt. */
export function messagesFor(
  turns: readonly Turn[],
  { side, system, prompt }: { side: number; system: string; prompt: string },
): ChatMessage[] {
  const before = turns.flatMap(({ prompt: asked, answers }): ChatMessage[] => {
    const answer = answers[side] ?? answers[0];
    // What was asked without an answer is not told again: two prompts in a row confuse models.
    if (!answer || answer.text === '') return [];
    return [
      { role: 'user', content: asked },
      { role: 'assistant', content: answer.text },
    ];
  });
  return [
    ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...before,
    { role: 'user', content: prompt },
  ];
}

export function isRunning(turns: readonly Turn[]): boolean {
  return turns.some(({ answers }) => answers.some(({ state }) => state === 'running'));
}

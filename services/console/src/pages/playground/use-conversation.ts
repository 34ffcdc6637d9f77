import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { lookWhoIsSignedIn } from '../../api/cache.ts';
import { type ChatRequest, streamChat } from '../../api/chat.ts';
import {
  type Answer,
  addEvent,
  isRunning,
  messagesFor,
  newAnswer,
  putAnswer,
  type Turn,
} from './conversation.ts';

/** What is the same for every question. */
export interface ChatOptions {
  /** One, or two to compare. */
  models: readonly string[];
  system: string;
  temperature: number | '';
  maxTokens: number | '';
}

/** A conversation with one model or several, which ends when the page is left. */
export function useConversation(options: ChatOptions) {
  const cache = useQueryClient();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const nextId = useRef(1);
  /** Of the last question, by side. */
  const running = useRef<AbortController[]>([]);
  const stopAll = (): void => {
    for (const controller of running.current) controller.abort();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what is running by then
  useEffect(() => stopAll, []);

  function ask(prompt: string, before: readonly Turn[] = turns): void {
    running.current = options.models.map(() => new AbortController());
    const id = nextId.current++;
    setTurns([...before, { id, prompt, answers: options.models.map(newAnswer) }]);
    for (const [side, { signal }] of running.current.entries()) {
      const messages = messagesFor(before, { side, system: options.system, prompt });
      void run(id, side, toRequest(options, options.models[side] ?? '', messages), signal);
    }
  }

  async function run(turn: number, side: number, request: ChatRequest, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const passedMs = (): number => performance.now() - startedAt;
    const change = (to: (answer: Answer) => Answer): void =>
      setTurns((now) => putAnswer(now, { turn, side }, to));
    try {
      for await (const event of streamChat(request, signal)) {
        const ms = passedMs();
        change((answer) => addEvent(answer, event, ms));
      }
      const totalMs = passedMs();
      change((answer) => ({ ...answer, state: 'done', totalMs }));
    } catch (error) {
      const totalMs = passedMs();
      change((answer) => ({ ...answer, state: signal.aborted ? 'stopped' : 'failed', error, totalMs }));
      lookWhoIsSignedIn(cache, error);
    }
  }

  return {
    turns,
    isRunning: isRunning(turns),
    ask,
    /** The last question once more, to the models that are chosen now. */
    askAgain(): void {
      const last = turns.at(-1);
      if (last) ask(last.prompt, turns.slice(0, -1));
    },
    stop: stopAll,
    /** One of two goes on alone. */
    stopSide: (side: number) => running.current[side]?.abort(),
    clear(): void {
      stopAll();
      setTurns([]);
    },
  };
}

/** What is left empty is left to the model. */
export function toRequest(
  { temperature, maxTokens }: ChatOptions,
  model: string,
  messages: ChatRequest['messages'],
): ChatRequest {
  return {
    model,
    messages,
    ...(temperature !== '' && { temperature }),
    ...(maxTokens !== '' && { max_tokens: maxTokens }),
  };
}

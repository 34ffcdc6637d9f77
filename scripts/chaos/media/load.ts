import { wait } from '@headgate/runtime/wait';
import type { Random } from '../random.ts';
import { key, models } from './configuration.ts';

export type Fate = 'completed' | 'failed';

/** A task as a client sees it. */
export interface Shown {
  status: string;
  progress: number;
  code: string | null;
}

/** What a client saw of one task. */
export interface Submitted {
  /** Of the request that made it; none when nothing was answered. */
  requestId: string | null;
  /** 0 when there was no answer. */
  status: number;
  taskId: string | null;
  /** It was told that nobody knows whether there is a task, and that its SDK is not to ask again. */
  isLeftOpen: boolean;
  /** How its vendor was told to end it. */
  fate: Fate;
  /** What the client was told last. */
  shown: Shown | null;
  /** Something that a client must never see. */
  wrong: string[];
}

interface Plan {
  model: (typeof models)[number];
  prompt: string;
  fate: Fate;
}

const answerWithinMs = 20_000;
const askEveryMs = 250;
/** Beyond the deadline of tasks, and all that may be broken meanwhile. */
const endsWithinMs = 150_000;

export interface MediaLoad {
  submitted: Submitted[];
  /** Creates without an answer at this moment. */
  inFlight(): number;
  /** Submits no more, and waits until every client has seen the end of its task. */
  stop(): Promise<void>;
}

/** Makes tasks from so many clients at once, each of which follows its task to the end, until it is stopped. */
export function startMediaLoad(
  baseUrl: string,
  { clients, random }: { clients: number; random: Random },
): MediaLoad {
  const submitted: Submitted[] = [];
  let inFlight = 0;
  let isStopping = false;

  const client = async (): Promise<void> => {
    while (!isStopping) {
      const plan = drawPlan(random);
      inFlight += 1;
      const seen = await submit(baseUrl, plan).finally(() => {
        inFlight -= 1;
      });
      submitted.push(seen);
      if (seen.taskId === null) await wait(100);
      else await follow(baseUrl, seen, seen.taskId);
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    submitted,
    inFlight: () => inFlight,
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

function drawPlan(random: Random): Plan {
  const fails = random.percent(15);
  const ending = fails ? ` ends=${random.pick(['failed', 'moderated'])}` : '';
  return {
    model: random.pick(models),
    prompt: `a mill by a river [[polls=${1 + random.below(8)}${ending}]]`,
    fate: fails ? 'failed' : 'completed',
  };
}

async function submit(baseUrl: string, { model, prompt, fate }: Plan): Promise<Submitted> {
  const seen: Submitted = {
    requestId: null,
    status: 0,
    taskId: null,
    isLeftOpen: false,
    fate,
    shown: null,
    wrong: [],
  };
  try {
    const answer = await fetch(`${baseUrl}/v1/videos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, prompt, seconds: '4' }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    seen.requestId = answer.headers.get('x-request-id');
    seen.status = answer.status;
    seen.isLeftOpen = answer.status === 503 && answer.headers.get('x-should-retry') === 'false';
    const body = (await answer.json()) as { id?: string };
    if (answer.status === 200) seen.taskId = body.id ?? null;
  } catch {
    // Whatever it came to: there was no whole answer.
  }
  return seen;
}

const terminal = new Set(['completed', 'failed']);

async function follow(baseUrl: string, seen: Submitted, taskId: string): Promise<void> {
  const until = performance.now() + endsWithinMs;
  while (performance.now() < until) {
    await wait(askEveryMs);
    const shown = await show(baseUrl, taskId);
    if (shown === undefined) continue;
    if (shown === 'unknown') {
      seen.wrong.push('its task is unknown');
      return;
    }
    if (seen.shown && shown.progress < seen.shown.progress) seen.wrong.push('progress went back');
    if ((shown.progress === 100) !== terminal.has(shown.status)) {
      seen.wrong.push(`${shown.status} at ${shown.progress} %`);
    }
    seen.shown = shown;
    if (terminal.has(shown.status)) return;
  }
  seen.wrong.push('no end in time');
}

/** Undefined where nothing is to be had just now. */
async function show(baseUrl: string, taskId: string): Promise<Shown | 'unknown' | undefined> {
  try {
    const answer = await fetch(`${baseUrl}/v1/videos/${taskId}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (answer.status === 404) return 'unknown';
    if (answer.status !== 200) return undefined;
    const video = (await answer.json()) as { status: string; progress: number; error?: { code: string } };
    return { status: video.status, progress: video.progress, code: video.error?.code ?? null };
  } catch {
    return undefined;
  }
}

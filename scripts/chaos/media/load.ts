import { randomUUID } from 'node:crypto';
import { wait } from '@headgate/runtime/wait';
import type { Random } from '../random.ts';
import { key, type Product, products } from './configuration.ts';
import type { Shown } from './styles.ts';

export type Fate = 'completed' | 'failed';

/** What a client saw of one task. */
export interface Submitted {
  product: Product;
  /** Of the request that made it; none when nothing was answered. */
  requestId: string | null;
  /** 0 when there was no answer. */
  status: number;
  taskId: string | null;
  /** It was told that nobody knows whether there is a task, and that its SDK is not to ask again. */
  isLeftOpen: boolean;
  /** Under which its client asked until it had an answer; none, and it asked once. */
  idempotencyKey: string | null;
  /** How often it was asked. */
  creates: number;
  wantsCallback: boolean;
  /** How its vendor was told to end it. */
  fate: Fate;
  /** What the client was told last. */
  shown: Shown | null;
  /** Something that a client must never see. */
  wrong: string[];
}

interface Plan {
  product: Product;
  /** What is posted. */
  body: object;
  fate: Fate;
  idempotencyKey: string | null;
  /** The client hangs up after so long, and has no answer; 0 waits for it. */
  leavesAfterMs: number;
  /** It asks once more although it was answered. */
  asksAgain: boolean;
  wantsCallback: boolean;
}

/** Where clients find the gateway, and where the gateway finds them. */
interface Places {
  baseUrl: string;
  callbackUrl: string;
}

const answerWithinMs = 20_000;
const askEveryMs = 250;
/** Whoever asks under an idempotency key has an answer by then. */
const answeredWithinMs = 90_000;
/** Beyond the deadline of tasks, all that may be broken meanwhile, and the lease of a picture that was made as its worker was killed. */
const endsWithinMs = 500_000;
/** So long a client waits for its task before it makes another one, and goes on to follow that. */
const patienceMs = 10_000;

export interface MediaLoad {
  submitted: Submitted[];
  /** Creates without an answer at this moment. */
  inFlight(): number;
  /** Submits no more, and waits until every client has seen the end of its task. */
  stop(): Promise<void>;
}

/** Makes tasks from so many clients at once, each of which follows its task to the end, until it is stopped. */
export function startMediaLoad(
  places: Places,
  { clients, random }: { clients: number; random: Random },
): MediaLoad {
  const submitted: Submitted[] = [];
  const following: Promise<void>[] = [];
  let inFlight = 0;
  let isStopping = false;

  const client = async (): Promise<void> => {
    while (!isStopping) {
      const plan = drawPlan(random, places);
      inFlight += 1;
      const seen = await submit(places, plan).finally(() => {
        inFlight -= 1;
      });
      submitted.push(seen);
      if (seen.taskId === null) {
        await wait(100);
        continue;
      }
      const followed = follow(places, seen, seen.taskId);
      following.push(followed);
      const over = new AbortController();
      await Promise.race([followed, wait(patienceMs, over.signal)]);
      over.abort();
    }
  };
  const running = Array.from({ length: clients }, client);
  return {
    submitted,
    inFlight: () => inFlight,
    async stop() {
      isStopping = true;
      await Promise.all(running);
      await Promise.all(following);
    },
  };
}

function drawPlan(random: Random, { callbackUrl }: Places): Plan {
  const fails = random.percent(15);
  const product = random.pick(products);
  const ending = fails ? ` ${random.pick(product.failures)}` : '';
  const idempotencyKey = random.percent(50) ? randomUUID() : null;
  const wantsCallback = random.percent(50);
  return {
    product,
    body: {
      ...product.style.create({
        model: product.name,
        // By this the tasks of a key are told apart, whatever the gateway notes of keys.
        prompt: `a mill by a river ${idempotencyKey ?? ''} [[${random.pick(product.paces)}${ending}]]`,
        callbackUrl: wantsCallback ? callbackUrl : null,
      }),
      ...product.body,
      ...random.pick(product.shapes),
    },
    fate: fails ? 'failed' : 'completed',
    idempotencyKey,
    leavesAfterMs: idempotencyKey !== null && random.percent(25) ? 1 + random.below(150) : 0,
    asksAgain: idempotencyKey !== null && random.percent(20),
    wantsCallback,
  };
}

/** Asks for a task: once, or under an idempotency key until there is an answer. */
async function submit(places: Places, plan: Plan): Promise<Submitted> {
  const { product, fate, idempotencyKey, leavesAfterMs, asksAgain, wantsCallback } = plan;
  const seen: Submitted = {
    product,
    requestId: null,
    status: 0,
    taskId: null,
    isLeftOpen: false,
    idempotencyKey,
    creates: 0,
    wantsCallback,
    fate,
    shown: null,
    wrong: [],
  };
  await create(places, plan, seen, leavesAfterMs || answerWithinMs);
  if (idempotencyKey === null) return seen;
  if (seen.taskId !== null && asksAgain) await create(places, plan, seen, answerWithinMs);
  const until = performance.now() + answeredWithinMs;
  while (seen.taskId === null && performance.now() < until) {
    if (seen.status >= 400 && seen.status < 500) {
      seen.wrong.push(`under its idempotency key it was answered ${seen.status}`);
      return seen;
    }
    await wait(100);
    await create(places, plan, seen, answerWithinMs);
  }
  if (seen.taskId === null) seen.wrong.push('under its idempotency key it was not answered in time');
  return seen;
}

/** Asks once, and notes what was answered. */
async function create(
  { baseUrl }: Places,
  { product, body, idempotencyKey }: Plan,
  seen: Submitted,
  withinMs: number,
): Promise<void> {
  seen.creates += 1;
  seen.status = 0;
  seen.isLeftOpen = false;
  try {
    const answer = await fetch(`${baseUrl}${product.style.createPath}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(withinMs),
    });
    seen.requestId = answer.headers.get('x-request-id');
    seen.status = answer.status;
    seen.isLeftOpen = answer.status === 503 && answer.headers.get('x-should-retry') === 'false';
    const created = await answer.json();
    if (answer.status === 200) noteTask(seen, product.style.readCreated(created));
  } catch {
    // Whatever it came to: there was no whole answer.
  }
  if (seen.isLeftOpen && idempotencyKey !== null)
    seen.wrong.push('its client was told not to ask again under its idempotency key');
}

function noteTask(seen: Submitted, id: string | null): void {
  if (seen.taskId !== null && id !== seen.taskId)
    seen.wrong.push(`the same idempotency key was answered with ${id} as well`);
  seen.taskId ??= id;
}

async function follow(places: Places, seen: Submitted, taskId: string): Promise<void> {
  const until = performance.now() + endsWithinMs;
  while (performance.now() < until) {
    await wait(askEveryMs);
    const shown = await show(places.baseUrl, seen.product, taskId);
    if (shown === undefined) continue;
    if (shown === 'unknown') {
      seen.wrong.push('its task is unknown');
      return;
    }
    const hasEnded = shown.status !== 'open';
    if (shown.progress !== null) {
      if (shown.progress < (seen.shown?.progress ?? 0)) seen.wrong.push('progress went back');
      if ((shown.progress === 100) !== hasEnded) seen.wrong.push(`${shown.status} at ${shown.progress} %`);
    }
    seen.shown = shown;
    if (hasEnded) return;
  }
  seen.wrong.push('no end in time');
}

/** Undefined where nothing is to be had just now. */
async function show(
  baseUrl: string,
  { style }: Product,
  taskId: string,
): Promise<Shown | 'unknown' | undefined> {
  try {
    const answer = await fetch(`${baseUrl}${style.pathOf(taskId)}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (answer.status === 404) return 'unknown';
    if (answer.status !== 200) return undefined;
    return style.readShown(await answer.json());
  } catch {
    return undefined;
  }
}

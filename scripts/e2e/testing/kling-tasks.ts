/** A plain client of Kling's style: there is no SDK. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { World } from './world.ts';

export interface TaskData {
  task_id: string;
  task_status: string;
  task_status_msg?: string;
  task_info: object;
  task_result: {
    videos: { id: string; url: string; duration: string }[];
    images: { index: number; url: string }[];
  };
}

/** An answer, or a refusal in one of two styles: a test says what it looks for. */
interface Body {
  code?: unknown;
  message?: string;
  data?: TaskData;
  error?: object;
}

export interface Asked {
  status: number;
  body: Body;
  /** Of the task that was made; empty where none was. */
  id: string;
  /** Head and body. */
  text: string;
}

export interface Ended {
  id: string;
  data: TaskData;
  text: string;
}

export function createKlingTasks(world: World, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

  async function ask(path: string, body?: object): Promise<Asked> {
    const method = body ? 'POST' : 'GET';
    const answer = await fetch(`${world.baseUrl}${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    const said: Body = JSON.parse(text);
    const id = String(said.data?.task_id ?? '');
    return {
      status: answer.status,
      body: said,
      id,
      text: `${JSON.stringify([...answer.headers])}\n${text}\n`,
    };
  }

  function end(path: string, id: string): Promise<Ended> {
    return waitFor(async () => {
      const { body, text } = await ask(`/kling/v1/${path}/${id}`);
      const { data } = body;
      const hasEnded = data?.task_status === 'succeed' || data?.task_status === 'failed';
      return hasEnded ? { id, data, text } : undefined;
    }, `${path}/${id} has ended`);
  }

  return {
    ask,
    post: (path: string, body: object) => ask(`/kling/v1/${path}`, body),
    get: (path: string) => ask(`/kling/v1/${path}`),
    /** The ids in a list. */
    async list(path: string): Promise<string[]> {
      const { data } = (await ask(`/kling/v1/${path}`)).body as unknown as { data: TaskData[] };
      return data.map(({ task_id: id }) => id);
    },
    end,
    /** Makes a task and waits for its success. */
    async made(path: string, body: object): Promise<Ended> {
      const { id, text } = await ask(`/kling/v1/${path}`, body);
      if (id === '') throw new Error(`${path} was refused: ${text}`);
      const ended = await end(path, id);
      if (ended.data.task_status !== 'succeed') throw new Error(`${path} failed: ${ended.text}`);
      return ended;
    },
    async download(url: string): Promise<Buffer> {
      return Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
    },
    /** What was booked for a task, once the ledger has heard of its end. */
    async bill(id: string): Promise<Record<string, unknown>> {
      const [task] = await world.sql('select close_id from media.task where id = $1', [id]);
      const find = async () =>
        (await world.sql('select * from ledger.usage where id = $1', [task?.close_id]))[0];
      return waitFor(find, `the bill of ${id}`);
    },
  };
}

export type KlingTasks = ReturnType<typeof createKlingTasks>;

/** A task as a client sees it. */
export interface Shown {
  status: Status;
  /** In percent; null where the style has no word for it. */
  progress: number | null;
  /** Nobody knows whether there is such a task at the vendor. */
  isUnknown: boolean;
}

export type Status = 'open' | 'completed' | 'failed';

/** What is asked for, and of whom. */
export interface Asked {
  model: string;
  prompt: string;
  callbackUrl: string | null;
}

/** How clients of one API ask for a task, follow it, hear of its end and find what was made. */
export interface Style {
  createPath: string;
  create(asked: Asked): object;
  /** Of the task, by what a create was answered with; null where there is none. */
  readCreated(answer: unknown): string | null;
  pathOf(id: string): string;
  readShown(answer: unknown): Shown;
  /** Where the result is, by what the ended task shows. */
  readResult(answer: unknown, id: string): string;
  /** The result is shown to nobody without the key. */
  needsKey: boolean;
}

interface OpenAiTask {
  id?: string;
  status: string;
  progress: number;
  error?: { code: string };
  data?: [{ url: string }];
}

const openAiEnds = ['completed', 'failed'] as const;

function openAi(route: string, { needsKey, readResult }: Pick<Style, 'needsKey' | 'readResult'>): Style {
  return {
    createPath: route,
    create: ({ model, prompt, callbackUrl }) => ({
      model,
      prompt,
      ...(callbackUrl !== null && { callback_url: callbackUrl }),
    }),
    readCreated: (answer) => (answer as OpenAiTask).id ?? null,
    pathOf: (id) => `${route}/${id}`,
    readShown(answer) {
      const { status, progress, error } = answer as OpenAiTask;
      return {
        status: statusOf(status, openAiEnds),
        progress,
        isUnknown: error?.code === 'submission_unknown',
      };
    },
    readResult,
    needsKey,
  };
}

export const videos = openAi('/v1/videos', {
  needsKey: true,
  readResult: (_, id) => `/v1/videos/${id}/content`,
});

export const asyncImages = openAi('/v1/images/generations/async', {
  needsKey: false,
  readResult: (answer) => (answer as OpenAiTask).data?.[0].url ?? '',
});

interface KlingTask {
  task_id: string;
  task_status: string;
  task_status_msg: string;
  task_result?: { videos: [{ url: string }] };
}

/** Tasks of Kling's own style come in an envelope; what it posts at their end does not. */
const fromEnvelope = (answer: unknown): KlingTask | undefined => (answer as { data?: KlingTask }).data;

const klingRoute = '/kling/v1/videos/text2video';

export const kling: Style = {
  createPath: klingRoute,
  create: ({ model, prompt, callbackUrl }) => ({
    model_name: model,
    prompt,
    ...(callbackUrl !== null && { callback_url: callbackUrl }),
  }),
  readCreated: (answer) => fromEnvelope(answer)?.task_id ?? null,
  pathOf: (id) => `${klingRoute}/${id}`,
  readShown(answer) {
    const { task_status: status, task_status_msg: message } = fromEnvelope(answer) as KlingTask;
    return {
      status: statusOf(status, ['succeed', 'failed']),
      progress: null,
      isUnknown: saysUnknown(message),
    };
  },
  readResult: (answer) => fromEnvelope(answer)?.task_result?.videos[0].url ?? '',
  needsKey: true,
};

interface MjRecord {
  id: string;
  status: string;
  progress: string;
  failReason: string | null;
  imageUrl: string;
}

const mjEnds = ['SUCCESS', 'FAILURE'] as const;

export const midjourney: Style = {
  createPath: '/mj/submit/imagine',
  create: ({ prompt, callbackUrl }) => ({ prompt, ...(callbackUrl !== null && { notifyHook: callbackUrl }) }),
  readCreated(answer) {
    const { code, result } = answer as { code?: number; result?: string };
    return code === 1 ? (result ?? null) : null;
  },
  pathOf: (id) => `/mj/task/${id}/fetch`,
  readShown(answer) {
    const { status, progress, failReason } = answer as MjRecord;
    return {
      status: statusOf(status, mjEnds),
      progress: Number.parseInt(progress, 10),
      isUnknown: saysUnknown(failReason ?? ''),
    };
  },
  readResult: (answer) => (answer as MjRecord).imageUrl,
  needsKey: false,
};

/** What is posted to a client when its task has ended, in each style. */
export function readEvent(event: unknown): { id: string; status: Status } {
  const { type = '', data } = event as { type?: string; data?: OpenAiTask };
  if (data) {
    // The SDK has no type for events of videos.
    if (!type.endsWith(`.${data.status}`)) throw new Error(`${type} shows a task that is ${data.status}`);
    return { id: data.id ?? '', status: statusOf(data.status, openAiEnds) };
  }
  const { task_id: id, task_status: status } = event as KlingTask;
  if (id) return { id, status: statusOf(status, ['succeed', 'failed']) };
  const record = event as MjRecord;
  return { id: record.id, status: statusOf(record.status, mjEnds) };
}

function statusOf(word: string, [good, bad]: readonly [string, string]): Status {
  if (word === good) return 'completed';
  return word === bad ? 'failed' : 'open';
}

/** These styles have words for people alone. */
const saysUnknown = (message: string): boolean => message.includes('could not be found out');

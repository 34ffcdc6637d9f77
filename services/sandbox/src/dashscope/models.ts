/** What the vendor makes of what: words, a first frame, two frames, films and pictures to look at, or either of the first three. */
export type Task = 't2v' | 'i2v' | 'kf2v' | 'r2v' | 'video';

export interface WanModel {
  task: Task;
  seconds: readonly number[];
  resolutions: readonly string[];
  promptLimit: number;
  /** Says `duration` in its usage; older ones say `video_duration`. */
  isNew: boolean;
  /** Told a resolution and a ratio, and overlooks sizes; frames come as a list. Source: Model Studio, "Wan 2.7". */
  isNewer?: true;
  /** Of such a list a first one is all that is taken. Source: Model Studio, "HappyHorse image-to-video (first frame)". */
  hasFirstAlone?: true;
}

interface Generation extends Omit<WanModel, 'task'> {
  tasks: readonly Task[];
}

const apart: readonly Task[] = ['t2v', 'i2v', 'kf2v', 'r2v'];
/** HappyHorse has one generation, so far. */
const generations: Record<string, Generation> = {
  '2.2': {
    ...{ tasks: apart, seconds: [5], resolutions: ['480P', '720P', '1080P'] },
    ...{ promptLimit: 800, isNew: false },
  },
  '2.5': {
    ...{ tasks: apart, seconds: [5, 10], resolutions: ['480P', '720P', '1080P'] },
    ...{ promptLimit: 1_500, isNew: true },
  },
  '2.6': {
    ...{ tasks: apart, seconds: [5, ...upTo(2, 15)], resolutions: ['720P', '1080P'] },
    ...{ promptLimit: 1_500, isNew: true },
  },
  '2.7': {
    ...{ tasks: apart, seconds: [5, ...upTo(2, 15)], resolutions: ['720P', '1080P'] },
    ...{ promptLimit: 5_000, isNew: true, isNewer: true },
  },
  '3.0': {
    ...{ tasks: ['video'], seconds: [5, ...upTo(2, 30)], resolutions: ['480P', '720P', '1080P'] },
    ...{ promptLimit: 20_000, isNew: true, isNewer: true },
  },
  happyhorse: {
    ...{ tasks: ['t2v', 'i2v'], seconds: [5, ...upTo(3, 15)], resolutions: ['720P', '1080P'] },
    ...{ promptLimit: 5_000, isNew: true, isNewer: true, hasFirstAlone: true },
  },
};

const named =
  /^(?:wan(\d\.\d)|(happyhorse)-1\.\d)-(\w+?)(?:-(plus|flash|turbo|preview))?(?:-\d{4}-\d\d-\d\d)?$/;

/** The model of a name like `wan2.6-i2v-flash`; null when there is none. */
export function findModel(name: string): WanModel | null {
  const [, version, horse = '', word, kind] = named.exec(name) ?? [];
  const key = version ?? horse;
  const generation = Object.hasOwn(generations, key) ? generations[key] : undefined;
  const task = generation?.tasks.find((candidate) => candidate === word);
  if (!generation || !task) return null;
  const { tasks: _tasks, ...model } = generation;
  // Those have no 720P.
  const hasNoMiddle = version === '2.2' && kind === 'plus';
  return { task, ...model, ...(hasNoMiddle && { resolutions: ['480P', '1080P'] }) };
}

/** The sizes of films that are asked for by size, by their resolution. */
export const sizes: Record<string, readonly string[]> = {
  '480P': ['832*480', '480*832', '624*624'],
  '720P': ['1280*720', '720*1280', '960*960', '1088*832', '832*1088'],
  '1080P': ['1920*1080', '1080*1920', '1440*1440', '1632*1248', '1248*1632'],
};

export const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4'];

function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

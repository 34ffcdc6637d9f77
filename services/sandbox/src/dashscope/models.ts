/** What the vendor makes of what: words, a first frame, two frames, or films and pictures to look at. */
export type Task = 't2v' | 'i2v' | 'kf2v' | 'r2v';

export interface WanModel {
  task: Task;
  seconds: readonly number[];
  resolutions: readonly string[];
  promptLimit: number;
  /** Says `duration` in its usage; older ones say `video_duration`. */
  isNew: boolean;
  /** Told a resolution and a ratio, and overlooks sizes; frames come as a list. Source: Model Studio, "Wan 2.7". */
  isNewer?: true;
}

const generations: Record<string, Omit<WanModel, 'task'>> = {
  '2.2': { seconds: [5], resolutions: ['480P', '720P', '1080P'], promptLimit: 800, isNew: false },
  '2.5': { seconds: [5, 10], resolutions: ['480P', '720P', '1080P'], promptLimit: 1_500, isNew: true },
  '2.6': { seconds: [5, ...upTo(2, 15)], resolutions: ['720P', '1080P'], promptLimit: 1_500, isNew: true },
  '2.7': {
    ...{ seconds: [5, ...upTo(2, 15)], resolutions: ['720P', '1080P'] },
    ...{ promptLimit: 5_000, isNew: true, isNewer: true },
  },
};
const tasks: readonly Task[] = ['t2v', 'i2v', 'kf2v', 'r2v'];

/** The model of a name like `wan2.6-i2v-flash`; null when there is none. */
export function findModel(name: string): WanModel | null {
  const [, version = '', word, kind] =
    /^wan(\d\.\d)-(\w+?)(?:-(plus|flash|turbo|preview))?(?:-\d{4}-\d\d-\d\d)?$/.exec(name) ?? [];
  const generation = Object.hasOwn(generations, version) ? generations[version] : undefined;
  const task = tasks.find((candidate) => candidate === word);
  if (!generation || !task) return null;
  // Those have no 720P.
  const hasNoMiddle = version === '2.2' && kind === 'plus';
  return { task, ...generation, ...(hasNoMiddle && { resolutions: ['480P', '1080P'] }) };
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

/** How much an installation has. */
export interface Installation {
  name: 'small' | 'big';
  keys: number;
  models: number;
  channels: number;
}

/** Each model is on two channels. Of the small one's keys ten or a thousand call; the others are there to be met for the first time. */
export const installations: readonly [Installation, Installation] = [
  { name: 'small', keys: 20_000, models: 10, channels: 10 },
  { name: 'big', keys: 1_000_000, models: 5_000, channels: 1_000 },
];

/** Requests of 1 KB that take turns, at both installations. */
export interface CatalogueLane {
  name: string;
  keys: number;
  /** Of how many models, or of all that there are. */
  models: number | 'all';
  /** Each request is the first of its key: it must be looked up, and its purses drawn on. */
  isCold?: true;
}

export const catalogueLanes: readonly CatalogueLane[] = [
  { name: 'scale, 10 keys, 10 models', keys: 10, models: 10 },
  { name: 'scale, 1,000 keys, 10 models', keys: 1_000, models: 10 },
  { name: 'scale, 1,000 keys, all models', keys: 1_000, models: 'all' },
  { name: 'scale, a cold key each', keys: 2_000, models: 10, isCold: true },
];

/** Tasks that are open while text is asked for and further tasks are made. */
export interface OpenTasksLane {
  name: string;
  tasks: number;
}

/** The cost of the second beside that of the first. */
export const openTasksLanes: readonly OpenTasksLane[] = [
  { name: 'scale, 10 open tasks', tasks: 10 },
  { name: 'scale, 5,000 open tasks', tasks: 5_000 },
];

/** Requests that were booked before. */
export interface BookedLane {
  name: string;
  entries: number;
}

export const bookedLanes: readonly BookedLane[] = [
  { name: 'scale, no usage rows', entries: 0 },
  { name: 'scale, 10 million usage rows', entries: 10_000_000 },
];

/** So many of ingress and of text-gateway, and on which cores each pair is. */
export interface ReplicasLane {
  name: string;
  replicas: number;
  cores: readonly number[];
}

export const replicasLanes: readonly ReplicasLane[] = [
  { name: 'scale, replicas: one pair on one core', replicas: 1, cores: [0] },
  { name: 'scale, replicas: one pair on two cores', replicas: 1, cores: [0, 1] },
  { name: 'scale, replicas: two pairs on two cores', replicas: 2, cores: [0, 1] },
];

/** How much lists are made of. */
export interface ListsLane {
  name: string;
  /** Of one user, and as many of others. */
  keys: number;
  users: number;
  codes: number;
  channels: number;
  models: number;
  auditLines: number;
  /** Half of them of one user. */
  tasks: number;
}

/** In this order: the second has what the first has, and more. */
export const listsLanes: readonly ListsLane[] = [
  {
    name: 'lists, small',
    keys: 100,
    users: 100,
    codes: 100,
    channels: 10,
    models: 50,
    auditLines: 1_000,
    tasks: 1_000,
  },
  {
    name: 'lists, big',
    keys: 100_000,
    users: 100_000,
    codes: 100_000,
    channels: 1_000,
    models: 5_000,
    auditLines: 1_000_000,
    tasks: 1_000_000,
  },
];

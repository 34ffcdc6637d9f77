/** A start of the whole system in a home that has been started before. */
export interface StartLane {
  name: string;
  starts: number;
}

export const startLanes: readonly StartLane[] = [{ name: 'start: the second and later', starts: 5 }];

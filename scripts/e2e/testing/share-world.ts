import { afterAll, afterEach, beforeEach } from 'vitest';
import { startWorld, type World, type WorldOptions } from './world.ts';

/** One world for the tests of a file, made anew after a test that failed: its ruins are nobody else's. */
export function shareWorld(config: string, options: WorldOptions = {}): () => World {
  let world: World | undefined;
  async function stop(): Promise<void> {
    const stopped = world;
    world = undefined;
    await stopped?.stop();
  }
  beforeEach(async () => {
    world ??= await startWorld(config, options);
  }, 120_000);
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stop();
  });
  afterAll(stop);
  return () => {
    if (!world) throw new Error('The world begins with the first test');
    return world;
  };
}

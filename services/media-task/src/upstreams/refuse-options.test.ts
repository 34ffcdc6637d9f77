import { FaultError } from '@headgate/runtime/errors';
import { expect, test } from 'vitest';
import type { Wish } from '../families/wish.ts';
import { upstreams } from './index.ts';
import { refuseOptions } from './refuse-options.ts';
import type { Upstream } from './upstream.ts';

/** The member that a refusal names; undefined where there is none. */
function refusedBy(upstream: Upstream, options: Wish['options']): string | undefined {
  try {
    refuseOptions({ prompt: 'a mill', references: [], options }, upstream);
  } catch (error) {
    if (error instanceof FaultError) return error.fault.param;
    throw error;
  }
  return undefined;
}

test.each<[Wish['options'], string, string[]]>([
  [{ sceneType: 'motion_control' }, 'metadata.scene_type', ['tencent-vod']],
  [{ audio: true }, 'metadata.output_config.audio_generation', ['tencent-vod']],
  [{ subjects: [{ Id: 'a' }] }, 'metadata.subject_infos', ['tencent-vod']],
  [{ parameters: { template: 'x' } }, 'metadata.ext_info', ['tencent-vod']],
  [{ mode: 'pro' }, 'mode', ['gateway', 'kling']],
  [{ sound: 'on' }, 'sound', ['gateway', 'kling']],
])('%j is refused by its name %s but by %j', (options, member, renders) => {
  for (const upstream of upstreams) {
    const expected = renders.includes(upstream.provider) ? undefined : member;
    expect([upstream.provider, refusedBy(upstream, options)]).toEqual([upstream.provider, expected]);
  }
});

test('what asks for nothing is taken by everybody', () => {
  for (const upstream of upstreams) {
    expect(
      refusedBy(upstream, { mode: 'std', sound: 'off', audio: false, negativePrompt: 'rain' }),
    ).toBeUndefined();
  }
});

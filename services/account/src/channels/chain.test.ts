import { describe, expect, it } from 'vitest';
import { toChannel } from '../apply/plan/channels.ts';
import { findDanglingReferences } from '../apply/plan/references.ts';
import { findAliasProblems } from '../apply/problems/find-contradictions.ts';
import { toWireChannel } from '../catalog/to-wire-channel.ts';
import type { ChannelModel } from './store.ts';

const many = 300;
const names = Array.from({ length: many }, (_, index) => `model-${index}`);

/** Models of a channel that count how often one of them is looked at. */
function countedModels(): { models: ChannelModel[]; looks: () => number } {
  let looks = 0;
  const models = names.map((name) => ({
    get name() {
      looks += 1;
      return name;
    },
    upstream: name,
  }));
  return { models, looks: () => looks };
}

/** Every change of the catalog goes through all models of all channels, and so does every replica that hears of it. */
describe('a channel with many models is gone through once, not once for each of them', () => {
  const channelOf = (models: ChannelModel[]) => ({
    ...toChannel(
      { name: 'big', provider: 'openai', base_url: 'https://x.example', keys: [], models },
      undefined,
      { fromConfig: true },
    ),
    id: 1n,
  });
  const ways: [string, (models: ChannelModel[]) => unknown][] = [
    ['when gateways are told of it', (models) => toWireChannel(channelOf(models), [], new Set(names))],
    ['when aliases are checked', (models) => findAliasProblems({ models }, [])],
    [
      'when references are checked',
      (models) =>
        findDanglingReferences({
          ...{ autoGroups: [], groups: [{ name: 'default', fromConfig: true }], users: [], keys: [] },
          models: [],
          channels: [channelOf(models)],
        }),
    ],
  ];

  it.each(ways)('%s', (_when, go) => {
    const { models, looks } = countedModels();
    go(models);
    expect(looks()).toBeGreaterThanOrEqual(many);
    expect(looks()).toBeLessThan(10 * many);
  });
});

import { SegmentedControl } from '@mantine/core';
import { Activity, useState } from 'react';
import { useUrlState } from '../../table/use-url-state.ts';
import { Page } from '../../ui/page.tsx';
import { useLoss } from '../../ui/panel-closing.ts';
import { useWords } from '../../words/use-words.ts';
import { ChatTab } from './chat-tab.tsx';
import { ImageTab } from './image-tab.tsx';
import { VideoTab } from './video-tab.tsx';

const names = ['chat', 'image', 'video'] as const;
type Tab = (typeof names)[number];

/** A tab begins anew: its models are others. */
const defaults = { tab: 'chat', model: '', other: '', task: '' };

/** Models tried by hand, on one's own account. */
export function PlaygroundPage() {
  const { t } = useWords();
  const [state, change] = useUrlState(defaults, { tab: names });
  const tab = state.tab as Tab;
  // A tab that is hidden cannot say what would be lost with it.
  const [isHeld, setIsHeld] = useState(false);
  useLoss(isHeld ? 'typed' : undefined);
  return (
    <Page
      title={t('playground.title')}
      lead={t('playground.lead')}
      actions={
        <SegmentedControl<Tab>
          size="xs"
          aria-label={t('playground.tabs')}
          value={tab}
          onChange={(next) => change({ ...defaults, tab: next })}
          data={names.map((name) => ({ value: name, label: t(`playground.tab.${name}`) }))}
        />
      }
    >
      {/* Pictures and films are in the records; what was said is nowhere else. */}
      <Activity mode={tab === 'chat' ? 'visible' : 'hidden'}>
        <ChatTab tellHeld={setIsHeld} />
      </Activity>
      {tab === 'image' && <ImageTab />}
      {tab === 'video' && <VideoTab />}
    </Page>
  );
}

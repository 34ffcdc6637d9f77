import { SegmentedControl } from '@mantine/core';
import { Activity, useCallback, useState } from 'react';
import { useUrlState } from '../../table/use-url-state.ts';
import { Page } from '../../ui/page.tsx';
import { type Loss, useLoss } from '../../ui/panel-closing.ts';
import { useWords } from '../../words/use-words.ts';
import { ChatTab } from './chat-tab.tsx';
import { ImageTab } from './image-tab.tsx';
import { VideoTab } from './video-tab.tsx';

const tabs = { chat: ChatTab, image: ImageTab, video: VideoTab };
type Tab = keyof typeof tabs;
const names: readonly Tab[] = ['chat', 'image', 'video'];

/** What would be lost with each tab. */
type Losses = Partial<Record<Tab, Loss | undefined>>;

export interface TabProps {
  /** Says what would be lost with the tab. One that is hidden cannot: what was said last holds. */
  tellLoss: (loss: Losses) => void;
}

/** A tab begins anew: its models are others. */
const defaults = { tab: 'chat', model: '', other: '', task: '' };

/** Models tried by hand, on one's own account. */
export function PlaygroundPage() {
  const { t } = useWords();
  const [state, change] = useUrlState(defaults, { tab: names });
  const tab = state.tab as Tab;
  const [losses, setLosses] = useState<Losses>({});
  const tellLoss = useCallback((loss: Losses) => setLosses((known) => ({ ...known, ...loss })), []);
  useLoss(losses.image ?? losses.chat ?? losses.video);
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
      {/* Films are in the records; what was said, and pictures, are nowhere else. */}
      {names.map((name) => {
        const View = tabs[name];
        return (
          <Activity key={name} mode={name === tab ? 'visible' : 'hidden'}>
            <View tellLoss={tellLoss} />
          </Activity>
        );
      })}
    </Page>
  );
}

import { type Icon, IconDevices, IconHome, IconListDetails, IconRoute } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Role } from './api/user.ts';
import { type Path, paths } from './paths.ts';

/** A page that somebody who is signed in can go to. */
export interface Screen {
  path: Path;
  /** The name of its word: also what the navigation calls it. */
  title: 'home.title' | 'logs.title' | 'channels.title' | 'sessions.title';
  icon: Icon;
  section: Section;
  /** Who may see it. */
  role: Role;
  /** Fetched when it is first gone to. */
  load(): Promise<ComponentType>;
}

export type Section = 'overview' | 'administration' | 'account';

/** All pages, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    path: paths.home,
    title: 'home.title',
    icon: IconHome,
    section: 'overview',
    role: 'user',
    load: async () => (await import('./pages/home/home-page.tsx')).HomePage,
  },
  {
    path: paths.logs,
    title: 'logs.title',
    icon: IconListDetails,
    section: 'overview',
    role: 'user',
    load: async () => (await import('./pages/logs/logs-page.tsx')).LogsPage,
  },
  {
    path: paths.channels,
    title: 'channels.title',
    icon: IconRoute,
    section: 'administration',
    role: 'admin',
    load: async () => (await import('./pages/channels/channels-page.tsx')).ChannelsPage,
  },
  {
    path: paths.sessions,
    title: 'sessions.title',
    icon: IconDevices,
    section: 'account',
    role: 'user',
    load: async () => (await import('./pages/sessions/sessions-page.tsx')).SessionsPage,
  },
];

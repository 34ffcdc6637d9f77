import {
  type Icon,
  IconBox,
  IconDevices,
  IconHeartRateMonitor,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconMessageCode,
  IconMovie,
  IconReceipt,
  IconRoute,
  IconSettings,
  IconShieldLock,
  IconTerminal2,
  IconTicket,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Role } from './api/user.ts';
import { type Path, paths } from './paths.ts';
import type { Words } from './words/en.ts';

/** A page that somebody who is signed in can go to. */
export interface Screen {
  path: Path;
  /** The name of its word: also what the navigation calls it. */
  title: Title;
  icon: Icon;
  section: Section;
  /** Who may see it. */
  role: Role;
  /** Fetched when it is first gone to. */
  load(): Promise<ComponentType>;
}

type Title = {
  [Page in keyof Words]: Words[Page] extends { title: string } ? `${Page}.title` : never;
}[keyof Words];

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
    path: paths.playground,
    title: 'playground.title',
    icon: IconMessageCode,
    section: 'overview',
    role: 'user',
    load: async () => (await import('./pages/playground/playground-page.tsx')).PlaygroundPage,
  },
  {
    path: paths.keys,
    title: 'keys.title',
    icon: IconKey,
    section: 'overview',
    role: 'user',
    load: async () => (await import('./pages/keys/keys-page.tsx')).KeysPage,
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
    path: paths.tasks,
    title: 'tasks.title',
    icon: IconMovie,
    section: 'overview',
    role: 'user',
    load: async () => (await import('./pages/tasks/tasks-page.tsx')).TasksPage,
  },
  {
    path: paths.pricing,
    title: 'pricing.title',
    icon: IconReceipt,
    section: 'overview',
    role: 'user',
    load: async () => (await import('./pages/pricing/pricing-page.tsx')).PricingPage,
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
    path: paths.models,
    title: 'models.title',
    icon: IconBox,
    section: 'administration',
    role: 'admin',
    load: async () => (await import('./pages/models/models-page.tsx')).ModelsPage,
  },
  {
    path: paths.groups,
    title: 'groups.title',
    icon: IconUsersGroup,
    section: 'administration',
    role: 'admin',
    load: async () => (await import('./pages/groups/groups-page.tsx')).GroupsPage,
  },
  {
    path: paths.users,
    title: 'users.title',
    icon: IconUsers,
    section: 'administration',
    role: 'admin',
    load: async () => (await import('./pages/users/users-page.tsx')).UsersPage,
  },
  {
    path: paths.codes,
    title: 'codes.title',
    icon: IconTicket,
    section: 'administration',
    role: 'admin',
    load: async () => (await import('./pages/codes/codes-page.tsx')).CodesPage,
  },
  {
    path: paths.audit,
    title: 'audit.title',
    icon: IconHistory,
    section: 'administration',
    role: 'admin',
    load: async () => (await import('./pages/audit/audit-page.tsx')).AuditPage,
  },
  {
    path: paths.system,
    title: 'system.title',
    icon: IconHeartRateMonitor,
    section: 'administration',
    role: 'admin',
    load: async () => (await import('./pages/system/system-page.tsx')).SystemPage,
  },
  {
    path: paths.settings,
    title: 'settings.title',
    icon: IconSettings,
    section: 'administration',
    role: 'root',
    load: async () => (await import('./pages/settings/settings-page.tsx')).SettingsPage,
  },
  {
    path: paths.account,
    title: 'account.title',
    icon: IconUser,
    section: 'account',
    role: 'user',
    load: async () => (await import('./pages/account/account-page.tsx')).AccountPage,
  },
  {
    path: paths.security,
    title: 'security.title',
    icon: IconShieldLock,
    section: 'account',
    role: 'user',
    load: async () => (await import('./pages/security/security-page.tsx')).SecurityPage,
  },
  {
    path: paths.accessTokens,
    title: 'accessTokens.title',
    icon: IconTerminal2,
    section: 'account',
    role: 'user',
    load: async () => (await import('./pages/access-tokens/access-tokens-page.tsx')).AccessTokensPage,
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

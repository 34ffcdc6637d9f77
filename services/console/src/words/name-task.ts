import type { TFunction } from 'i18next';
import { en } from './en.ts';

const { actions, platforms } = en.tasks;

/** What was asked of a task; what is unknown here, such as the kinds of Kling's own, as the API calls it. */
export function nameAction(action: string, t: TFunction): string {
  return isAction(action) ? t(`tasks.actions.${action}`) : action;
}

/** The same of the style in which it was asked. */
export function namePlatform(platform: string, t: TFunction): string {
  return isPlatform(platform) ? t(`tasks.platforms.${platform}`) : platform;
}

function isAction(action: string): action is keyof typeof actions {
  return Object.hasOwn(actions, action);
}

function isPlatform(platform: string): platform is keyof typeof platforms {
  return Object.hasOwn(platforms, platform);
}

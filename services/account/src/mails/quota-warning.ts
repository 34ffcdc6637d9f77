import type { Language } from '../users/profile.ts';
import type { Text } from './texts.ts';

interface Words {
  /** Of the installation. */
  name: string;
  /** As the site shows quota. */
  left: string;
  below: string;
  /** To the console; empty: nowhere. */
  link: string;
}

const texts: Record<Language, (words: Words) => Text> = {
  en: ({ name, left, below, link }) => ({
    subject: `${name}: your balance is low`,
    text: `Your balance fell under ${below}: ${left} are left. Once nothing is left, requests are refused.\n\n${link === '' ? '' : `What was used, and for what:\n${link}\n\n`}You asked for this warning in the settings of your account, where you can change it or turn it off. The next one comes after your balance rose again.\n`,
  }),
  zh: ({ name, left, below, link }) => ({
    subject: `${name}：余额不足`,
    text: `您的余额已低于 ${below}，剩余 ${left}。余额用尽后，请求将被拒绝。\n\n${link === '' ? '' : `查看用量：\n${link}\n\n`}您在账户设置中开启了此提醒，可在那里修改或关闭。余额回升后才会再次提醒。\n`,
  }),
};

/** What somebody is told whose balance is low. */
export function writeQuotaWarning(language: Language, words: Words): Text {
  return texts[language](words);
}

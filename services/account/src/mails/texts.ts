import type { Language } from '../users/profile.ts';

export interface Text {
  subject: string;
  text: string;
}

interface Words {
  /** Of the installation. */
  name: string;
  code: string;
  /** Where the code can be used by following it; empty: nowhere. */
  link: string;
}

/** What is written, and why. */
export type MailKind = 'verify' | 'address-taken' | 'reset';

const texts: Record<MailKind, Record<Language, (words: Words) => Text>> = {
  verify: {
    en: ({ name, code }) => ({
      subject: `${name}: your verification code`,
      text: `Your verification code is ${code}.\n\nIt holds for 15 minutes. If you did not ask for it, ignore this message.\n`,
    }),
    zh: ({ name, code }) => ({
      subject: `${name}：您的验证码`,
      text: `您的验证码是 ${code}。\n\n验证码 15 分钟内有效。如果这不是您本人的操作，请忽略此邮件。\n`,
    }),
  },
  'address-taken': {
    en: ({ name }) => ({
      subject: `${name}: this address has a user already`,
      text: 'Somebody, perhaps you, asked for a verification code for this address, but a user has it already.\n\nIf you have forgotten your password, ask for a new one on the sign-in page. Otherwise ignore this message.\n',
    }),
    zh: ({ name }) => ({
      subject: `${name}：此邮箱已被使用`,
      text: '有人（可能是您本人）为此邮箱请求了验证码，但该邮箱已绑定用户。\n\n如果您忘记了密码，请在登录页面申请重置；否则请忽略此邮件。\n',
    }),
  },
  reset: {
    en: ({ name, code, link }) => ({
      subject: `${name}: a new password`,
      text: `Somebody, perhaps you, asked for a new password.\n\n${link && `Choose one here:\n${link}\n\n`}Your reset code is ${code}\n\nThis holds for 15 minutes, once. If it was not you, ignore this message: your password stays as it is.\n`,
    }),
    zh: ({ name, code, link }) => ({
      subject: `${name}：重置密码`,
      text: `有人（可能是您本人）请求重置密码。\n\n${link && `请在此设置新密码：\n${link}\n\n`}您的验证码是 ${code}\n\n15 分钟内有效，仅可使用一次。如果这不是您本人的操作，请忽略此邮件，密码不会改变。\n`,
    }),
  },
};

export function writeText(kind: MailKind, language: Language, words: Words): Text {
  return texts[kind][language](words);
}

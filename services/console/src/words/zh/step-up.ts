import type { Words } from '../en.ts';

export const stepUp: Words['stepUp'] = {
  title: '请确认是您本人',
  text: '进行可能被他人滥用的操作前，需要确认身份。十分钟内有效。',
  password: '您的密码',
  code: '验证器应用的验证码，或备用码',
  confirm: '确认',
  byProvider: '进行可能被他人滥用的操作前，需要确认身份。请重新登录一次，然后再次执行该操作。十分钟内有效。',
  passkey: '使用通行密钥',
  passkeyFailed: '没有使用通行密钥。请重试，或换一种方式确认。',
};

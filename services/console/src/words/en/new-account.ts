export const newAccount = {
  username: 'Username',
  usernameHint: 'Letters, digits, dots, dashes and underlines; at most 64, the first a letter or a digit.',
  password: 'Password',
  passwordHint: 'At least 8 characters, and not the username.',
  passwordIsName: 'It must not be the username.',
  email: 'E-mail address',
  emailOptional: 'E-mail address (if you like)',
  notEmail: 'That is no e-mail address.',
  code: 'Code from the mail',
  sendCode: 'Send a code',
  sendAgain: 'Send again',
  sent: 'A code is on its way, if this address can be used here. It holds for 15 minutes.',
};

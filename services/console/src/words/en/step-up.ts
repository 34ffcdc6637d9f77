export const stepUp = {
  title: 'Confirm that it is you',
  text: 'This is asked for before something that could do harm in other hands. It holds for ten minutes.',
  password: 'Your password',
  code: 'Code of your authenticator app, or a backup code',
  confirm: 'Confirm',
  byProvider:
    'This is asked for before something that could do harm in other hands. Sign in once more; then do again what you were about to. It holds for ten minutes.',
  passkey: 'Use a passkey',
  passkeyFailed: 'The passkey was not used. Try again, or confirm in another way.',
};

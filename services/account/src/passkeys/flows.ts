import { z } from 'zod';

const lifetimeSeconds = 5 * 60;
const user_id = z.string().transform(BigInt);
const challenge = z.string();

export const registrationFlow = {
  name: 'passkey registration',
  lifetimeSeconds,
  data: z.object({ challenge, user_id }),
};

/** Who signs in is said by the passkey. */
export const passkeySignInFlow = {
  name: 'passkey sign-in',
  lifetimeSeconds,
  data: z.object({ challenge }),
};

export const verificationFlow = {
  name: 'passkey verification',
  lifetimeSeconds,
  data: z.object({ challenge, user_id }),
};

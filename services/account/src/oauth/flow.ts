import { z } from 'zod';

/** A way to a provider and back. */
export const oauthFlow = {
  name: 'oauth',
  lifetimeSeconds: 10 * 60,
  data: z.object({
    /** Of the state, which the provider and the browser know. */
    state_hash: z.string(),
    /** Who was signed in when it began, and wants to bind or to confirm; null: nobody. */
    user_id: z.string().transform(BigInt).nullable(),
    /** The session that is to be confirmed, by its hash, and since which Unix second; absent: none is. */
    confirms: z.object({ session: z.string(), since: z.int() }).optional(),
    /** Absent while the browser has not been sent to a provider yet. */
    sent: z
      .object({
        slug: z.string(),
        verifier: z.string(),
        nonce: z.string().optional(),
        redirect_uri: z.string(),
      })
      .optional(),
    /** Where the browser wants to be in the end; absent: who asked reads JSON. */
    return_to: z.string().optional(),
  }),
};

export type OauthFlow = z.output<typeof oauthFlow.data>;

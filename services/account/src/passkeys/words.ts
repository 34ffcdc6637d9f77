import { z } from 'zod';

const base64url = z
  .string()
  .max(65_536, 'must have at most 65,536 characters')
  .regex(/^[\w-]*$/, 'must be base64url');

const credentialMembers = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** What a browser's `toJSON()` gives of a new credential. */
export const newCredential = z.object({
  ...credentialMembers,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // Those that are not known here are of no use.
    transports: z.array(z.enum(transports)).catch([]).default([]),
  }),
});

/** What it gives of one that was used. */
export const usedCredential = z.object({
  ...credentialMembers,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
});

export type UsedCredential = z.output<typeof usedCredential>;

/** What a browser is asked with, in the JSON form that `parseCreationOptionsFromJSON` reads. */
export const creationOptions = z.looseObject({ challenge: z.string() });

/** As `parseRequestOptionsFromJSON` reads it. */
export const requestOptions = z.looseObject({ challenge: z.string() });

/** What authenticators keep of a user, so that they need not say who they are. */
export function userHandleOf(userId: bigint): Buffer {
  return Buffer.from(String(userId));
}

/**
 * Whether an account's endpoint, which stands for a model, is closed or away for a while: a bad request to this vendor, though no
 * client can mend it. Source: https://www.volcengine.com/docs/82379/1299023, "Error codes".
 */
export function isClosed(code: string | undefined): boolean {
  return code === 'InvalidEndpoint.ClosedEndpoint';
}

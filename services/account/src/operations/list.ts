import { accessTokenOperations } from '../access-tokens/operations.ts';
import { auditOperations } from '../audit/operations.ts';
import { channelBatchOperations } from '../channels/batch-operations.ts';
import { channelKeyOperations } from '../channels/key-operations.ts';
import { channelOperations } from '../channels/operations.ts';
import { channelTagOperations } from '../channels/tag-operations.ts';
import { emailOperations } from '../emails/operations.ts';
import { groupOperations } from '../groups/operations.ts';
import { keyOperations } from '../keys/operations.ts';
import { modelOperations } from '../models/operations.ts';
import { bindingOperations } from '../oauth/binding-operations.ts';
import { oauthOperations } from '../oauth/operations.ts';
import { optionOperations } from '../options/operations.ts';
import { passkeyOperations } from '../passkeys/operations.ts';
import { passkeyRegistrationOperations } from '../passkeys/registration-operations.ts';
import { passkeySignInOperations } from '../passkeys/sign-in-operations.ts';
import { quotaOperations } from '../quota-changes/operations.ts';
import { redemptionOperations } from '../redemptions/operations.ts';
import { secondFactorAdminOperations } from '../second-factors/admin-operations.ts';
import { secondFactorOperations } from '../second-factors/operations.ts';
import { secondFactorSignInOperations } from '../second-factors/sign-in-operations.ts';
import { loginOperations } from '../sessions/login-operations.ts';
import { sessionOperations } from '../sessions/operations.ts';
import { stepUpOperations } from '../sessions/step-up-operations.ts';
import { setupOperations } from '../setup/operations.ts';
import { siteOperations } from '../site/operations.ts';
import { administrationOperations } from '../users/administration/operations.ts';
import { registerOperations } from '../users/register-operations.ts';
import { selfOperations } from '../users/self-operations.ts';
import { settingOperations } from '../users/setting-operations.ts';
import type { Operation } from './operation.ts';

/** Every operation by its name. Each kind of thing has its own in its own folder. */
export const operations: Record<string, Operation> = {
  ...accessTokenOperations,
  ...administrationOperations,
  ...auditOperations,
  ...bindingOperations,
  ...channelBatchOperations,
  ...channelKeyOperations,
  ...channelOperations,
  ...channelTagOperations,
  ...emailOperations,
  ...groupOperations,
  ...keyOperations,
  ...loginOperations,
  ...modelOperations,
  ...oauthOperations,
  ...optionOperations,
  ...passkeyOperations,
  ...passkeyRegistrationOperations,
  ...passkeySignInOperations,
  ...quotaOperations,
  ...redemptionOperations,
  ...registerOperations,
  ...secondFactorAdminOperations,
  ...secondFactorOperations,
  ...secondFactorSignInOperations,
  ...selfOperations,
  ...sessionOperations,
  ...settingOperations,
  ...setupOperations,
  ...siteOperations,
  ...stepUpOperations,
};

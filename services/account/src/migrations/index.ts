import type { Migration } from '@headgate/runtime/postgres/migrate';
import { up as versions } from './0001-versions.ts';
import { up as groupsAndModels } from './0002-groups-and-models.ts';
import { up as channels } from './0003-channels.ts';
import { up as usersAndSessions } from './0004-users-and-sessions.ts';
import { up as keys } from './0005-keys.ts';
import { up as site } from './0006-site.ts';
import { up as channelTimeouts } from './0007-channel-timeouts.ts';
import { up as responsePins } from './0008-response-pins.ts';
import { up as channelWays } from './0009-channel-ways.ts';
import { up as fallbacks } from './0010-fallbacks.ts';
import { up as autoGroups } from './0011-auto-groups.ts';
import { up as quotaRates } from './0020-quota-rates.ts';
import { up as budgets } from './0030-budgets.ts';
import { up as softLimits } from './0031-soft-limits.ts';
import { up as webhooks } from './0032-webhooks.ts';
import { up as quotaChanges } from './0033-quota-changes.ts';
import { up as audit } from './0040-audit.ts';
import { up as sessionIds } from './0041-session-ids.ts';
import { up as stepUp } from './0042-step-up.ts';
import { up as people } from './0050-people.ts';
import { up as attempts } from './0051-attempts.ts';
import { up as emailCodes } from './0052-email-codes.ts';
import { up as accessTokens } from './0053-access-tokens.ts';
import { up as options } from './0054-options.ts';
import { up as signInFlows } from './0055-sign-in-flows.ts';
import { up as secondFactors } from './0056-second-factors.ts';
import { up as passkeys } from './0057-passkeys.ts';
import { up as signInProviders } from './0058-sign-in-providers.ts';
import { up as revealedKeys } from './0060-revealed-keys.ts';
import { up as playgroundKeys } from './0061-playground-keys.ts';
import { up as redemptions } from './0065-redemptions.ts';
import { up as auditLists } from './0066-audit-lists.ts';
import { up as channelSwitches } from './0070-channel-switches.ts';
import { up as longLists } from './0080-long-lists.ts';
import { up as channelFindings } from './0085-channel-findings.ts';
import { up as warnings } from './0090-warnings.ts';
import { up as bindingEmails } from './0091-binding-emails.ts';
import { up as applies } from './0092-applies.ts';
import { up as grantSources } from './0093-grant-sources.ts';
import { up as pinnedContexts } from './0094-pinned-contexts.ts';
import { up as redemptionBatches } from './0095-redemption-batches.ts';
import { up as toldAhead } from './0096-told-ahead.ts';
import { up as dueByWebhook } from './0097-due-by-webhook.ts';

/** The history of the schema, oldest first. Steps are only ever added. */
export const migrations: readonly Migration[] = [
  { name: '0001-versions', up: versions },
  { name: '0002-groups-and-models', up: groupsAndModels },
  { name: '0003-channels', up: channels },
  { name: '0004-users-and-sessions', up: usersAndSessions },
  { name: '0005-keys', up: keys },
  { name: '0006-site', up: site },
  { name: '0007-channel-timeouts', up: channelTimeouts },
  { name: '0008-response-pins', up: responsePins },
  { name: '0009-channel-ways', up: channelWays },
  { name: '0010-fallbacks', up: fallbacks },
  { name: '0011-auto-groups', up: autoGroups },
  { name: '0020-quota-rates', up: quotaRates },
  { name: '0030-budgets', up: budgets },
  { name: '0031-soft-limits', up: softLimits },
  { name: '0032-webhooks', up: webhooks },
  { name: '0033-quota-changes', up: quotaChanges },
  { name: '0040-audit', up: audit },
  { name: '0041-session-ids', up: sessionIds },
  { name: '0042-step-up', up: stepUp },
  { name: '0055-sign-in-flows', up: signInFlows },
  { name: '0056-second-factors', up: secondFactors },
  { name: '0057-passkeys', up: passkeys },
  { name: '0058-sign-in-providers', up: signInProviders },
  { name: '0050-people', up: people },
  { name: '0051-attempts', up: attempts },
  { name: '0052-email-codes', up: emailCodes },
  { name: '0053-access-tokens', up: accessTokens },
  { name: '0054-options', up: options },
  { name: '0060-revealed-keys', up: revealedKeys },
  { name: '0061-playground-keys', up: playgroundKeys },
  { name: '0065-redemptions', up: redemptions },
  { name: '0066-audit-lists', up: auditLists },
  { name: '0070-channel-switches', up: channelSwitches },
  { name: '0080-long-lists', up: longLists },
  { name: '0085-channel-findings', up: channelFindings },
  { name: '0090-warnings', up: warnings },
  { name: '0091-binding-emails', up: bindingEmails },
  { name: '0092-applies', up: applies },
  { name: '0093-grant-sources', up: grantSources },
  { name: '0094-pinned-contexts', up: pinnedContexts },
  { name: '0095-redemption-batches', up: redemptionBatches },
  { name: '0096-told-ahead', up: toldAhead },
  { name: '0097-due-by-webhook', up: dueByWebhook },
];

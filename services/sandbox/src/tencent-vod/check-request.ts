import { asRecord, type JsonRecord } from '../json-record.ts';
import { readExtInfo } from './read-ext-info.ts';
import { missing, type VendorError, wrongValue } from './vendor-error.ts';

const switches = ['Enabled', 'Disabled'];
const closedLists: Record<string, readonly string[]> = {
  EnhancePrompt: switches,
  InputRegion: ['Mainland', 'Oversea', 'OverseaUSWest'],
  'OutputConfig.StorageMode': ['Temporary', 'Permanent'],
  'OutputConfig.AudioGeneration': switches,
  'OutputConfig.PersonGeneration': ['AllowAdult', 'Disallowed'],
  'OutputConfig.InputComplianceCheck': switches,
  'OutputConfig.OutputComplianceCheck': switches,
  'OutputConfig.EnhanceSwitch': switches,
  'OutputConfig.FrameInterpolate': switches,
  'OutputConfig.LogoAdd': switches,
  'OutputConfig.OffPeak': switches,
  'OutputConfig.EnableBGM': switches,
  'OutputConfig.OutputFormat': ['jpeg', 'png'],
};

/** What both kinds of task have in common. */
export function checkRequest(body: JsonRecord): VendorError | null {
  for (const name of ['SubAppId', 'ModelName', 'ModelVersion']) {
    if (body[name] === undefined || body[name] === null) return missing(name);
  }
  const output = asRecord(body.OutputConfig) ?? {};
  for (const [path, allowed] of Object.entries(closedLists)) {
    const [name = '', member] = path.split('.');
    const value = member === undefined ? body[name] : output[member];
    if (value !== undefined && value !== null && !allowed.includes(String(value))) return wrongValue(path);
  }
  const { SessionId: session = '', SessionContext: context = '', TasksPriority: priority = 0 } = body;
  if (String(session).length > 50) return sessionIdTooLong;
  if (String(context).length > 1000) return sessionContextTooLong;
  if (Math.abs(Number(priority)) > 10) return wrongValue('TasksPriority');
  if (String(output.MediaName ?? '').length > 64) return wrongValue('OutputConfig.MediaName');
  return readExtInfo(body.ExtInfo) ? null : wrongValue('ExtInfo');
}

const sessionIdTooLong = {
  code: 'InvalidParameterValue.SessionIdTooLong',
  message: 'SessionId is too long.',
};
const sessionContextTooLong = {
  code: 'InvalidParameterValue.SessionContextTooLong',
  message: 'SessionContext is too long.',
};

import { asRecord, type JsonRecord } from '../json-record.ts';
import { invalid, type VendorError } from './vendor-error.ts';

/** One thing that must hold of a request; what is wrong otherwise. */
export type Rule = (body: JsonRecord) => VendorError | null;

const textLimit = 2_500;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

export function required(...names: string[]): Rule {
  return (body) => {
    const absent = names.find((name) => !isGiven(body[name]));
    return absent === undefined ? null : invalid(`${absent} can not be empty`);
  };
}

export function oneOf(name: string, allowed: readonly string[]): Rule {
  return ({ [name]: value }) =>
    !isGiven(value) || (typeof value === 'string' && allowed.includes(value))
      ? null
      : invalid(`${name} value '${value}' is invalid`);
}

export function text(...names: string[]): Rule {
  return (body) => {
    const wrong = names.find(
      (name) =>
        isGiven(body[name]) && (typeof body[name] !== 'string' || String(body[name]).length > textLimit),
    );
    return wrong === undefined ? null : invalid(`${wrong} must be a text of at most ${textLimit} characters`);
  };
}

export function share(...names: string[]): Rule {
  return (body) => {
    const wrong = names.find(
      (name) => isGiven(body[name]) && !(Number(body[name]) >= 0 && Number(body[name]) <= 1),
    );
    return wrong === undefined ? null : invalid(`${wrong} must be from 0 to 1`);
  };
}

/** Addresses, or base64 without anything before it. */
export function pictures(...names: string[]): Rule {
  return (body) => {
    const wrong = names.find((name) => isGiven(body[name]) && !isPicture(body[name]));
    return wrong === undefined ? null : invalid(`${wrong}: file is not a valid url or base64`);
  };
}

/** Of what the vendor fetches itself. */
export function addresses(...names: string[]): Rule {
  return (body) => {
    const wrong = names.find((name) => isGiven(body[name]) && !isAddress(body[name]));
    return wrong === undefined ? null : invalid(`${wrong}: file is not a valid url`);
  };
}

/** From `least` to `most` records whose member is a picture. */
export function pictureList(name: string, member: string, least: number, most: number): Rule {
  return ({ [name]: list }) => {
    if (list === undefined && least === 0) return null;
    if (!Array.isArray(list) || list.length < least || list.length > most) {
      return invalid(`${name} must have ${least} to ${most} elements`);
    }
    return list.every((item) => isPicture(asRecord(item)?.[member])) ? null : invalid(`${name} is invalid`);
  };
}

function isPicture(value: unknown): boolean {
  return isAddress(value) || (typeof value === 'string' && base64.test(value));
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/\S+$/.test(value);
}

/** The first rule that does not hold. */
export function checkAll(rules: readonly Rule[], body: JsonRecord): VendorError | null {
  for (const rule of rules) {
    const error = rule(body);
    if (error) return error;
  }
  return null;
}

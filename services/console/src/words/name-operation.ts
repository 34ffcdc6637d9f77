import type { TFunction } from 'i18next';
import { en } from './en.ts';

const { operations, kinds } = en.audit;
type Operations = typeof operations;
type OperationName = {
  [Kind in keyof Operations]: `${Kind}.${keyof Operations[Kind] & string}`;
}[keyof Operations];

/** The operations that have words, as the API calls them: `keys.create`. */
export const operationNames = Object.entries(operations).flatMap(([kind, verbs]) =>
  Object.keys(verbs).map((verb) => `${kind}.${verb}`),
);

export const kindNames = Object.keys(kinds);

/** What an operation of the audit log is called; one that is unknown here as the API calls it. */
export function nameOperation(operation: string, t: TFunction): string {
  return hasWords(operation) ? t(`audit.operations.${operation}`) : operation;
}

/** The same of the kind of a thing. */
export function nameKind(kind: string, t: TFunction): string {
  return isKind(kind) ? t(`audit.kinds.${kind}`) : kind;
}

function hasWords(operation: string): operation is OperationName {
  return operationNames.includes(operation);
}

function isKind(kind: string): kind is keyof typeof kinds {
  return Object.hasOwn(kinds, kind);
}

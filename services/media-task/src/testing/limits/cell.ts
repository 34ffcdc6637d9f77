import type { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import type { Fields } from '../../families/fields.ts';

/** One body at or beside a bound of the limits tables, and what becomes of it. */
export interface Cell {
  title: string;
  family: string;
  body: Fields;
  traits: Partial<Media>;
  /** Who renders it: the family's vendor, or another gateway, which takes whatever the family took. */
  by: 'vendor' | 'gateway';
  isForm: boolean;
  outcome: Taken | Refused;
}

/** What the task's row holds: members of its wish, and how many references of each kind. */
interface Taken {
  holds: Fields;
}

/** The member that is named, and what the message says. */
interface Refused {
  refused: string;
  says: readonly string[];
}

type Of = Partial<Pick<Cell, 'traits' | 'by' | 'isForm'>>;

export function taken(family: string, body: Fields, holds: Fields, of: Of = {}): Cell {
  return cellOf(family, body, { by: 'vendor', ...of }, { holds });
}

/** By a gateway unless said otherwise, so that no vendor's own bound stands in for the family's. */
export function refused(
  family: string,
  body: Fields,
  member: string,
  { says = [member], ...of }: Of & { says?: readonly string[] } = {},
): Cell {
  return cellOf(family, body, { by: 'gateway', ...of }, { refused: member, says });
}

const longestText = 60;
const longestTitle = 120;

function cellOf(
  family: string,
  body: Fields,
  { traits = {}, by = 'vendor', isForm = false }: Of,
  outcome: Cell['outcome'],
): Cell {
  const verb = 'holds' in outcome ? 'takes' : 'refuses';
  const who = [family, ...Object.values(traits), ...(isForm ? ['in a form'] : [])].join(' ');
  const shown = JSON.stringify(body, (_name, value: unknown) =>
    typeof value === 'string' && value.length > longestText ? `${value.length} characters` : value,
  );
  const title = `${who} ${verb} ${shown} by its ${by}`.slice(0, longestTitle);
  return { title, family, body, traits, by, isForm, outcome };
}

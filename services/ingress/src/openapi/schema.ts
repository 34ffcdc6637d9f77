/** JSON Schema of 2020-12, as far as it is made and shown here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  [keyword: string]: unknown;
}

type More = Omit<Schema, 'type' | 'description'>;

export const text = (description?: string, more?: More): Schema => make('string', description, more);
export const whole = (description?: string, more?: More): Schema => make('integer', description, more);
export const number = (description?: string, more?: More): Schema => make('number', description, more);
export const flag = (description?: string, more?: More): Schema => make('boolean', description, more);
export const list = (items: Schema, description?: string): Schema => make('array', description, { items });

/** An object of which the main members are named. What else is sent passes as it is. */
export function open(properties: Record<string, Schema> = {}, required: string[] = []): Schema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: true,
  };
}

/** One or several of these: what is sent may be read as more than one. */
export const anyOf = (...schemas: Schema[]): Schema => ({ anyOf: schemas });

/** Unix seconds. */
export const second = (description: string): Schema => whole(`${description}, Unix seconds`);

export const bytes: Schema = { type: 'string', format: 'binary' };

function make(type: string, description: string | undefined, more: More = {}): Schema {
  return { type, ...(description !== undefined && { description }), ...more };
}

/** Makes what belongs to a value when it is first asked for, and keeps it: for values of which there are few. */
export function remember<Value, Made extends object | string>(
  make: (value: Value) => Made,
): (value: Value) => Made {
  const made = new Map<Value, Made>();
  return (value) => {
    let found = made.get(value);
    if (found === undefined) {
      found = make(value);
      made.set(value, found);
    }
    return found;
  };
}

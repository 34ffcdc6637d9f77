import { Switch } from '@mantine/core';

/** A switch that does at once what it says. While that is under way it keeps the focus, and takes no key. */
export function TurnSwitch({
  label,
  isOn,
  isBusy,
  turn,
}: {
  label: string;
  isOn: boolean;
  isBusy: boolean;
  turn: () => void;
}) {
  return (
    <Switch
      size="xs"
      aria-label={label}
      aria-disabled={isBusy}
      checked={isOn}
      onChange={() => isBusy || turn()}
    />
  );
}

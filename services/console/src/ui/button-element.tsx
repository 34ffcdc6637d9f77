import type { ComponentPropsWithRef, MouseEvent } from 'react';

interface ButtonElementProps extends ComponentPropsWithRef<'button'> {
  /** Of the library: what the button began goes on. It is disabled then, too. */
  'data-loading'?: boolean;
}

/**
 * What every button is made of. One that is at work begins nothing, but is not disabled: the focus would be lost with it, and
 * the next Tab lead out of the dialog around it.
 */
export function ButtonElement({ disabled, type = 'button', onClick, ...props }: ButtonElementProps) {
  const isBusy = props['data-loading'] === true;
  const ignore = (event: MouseEvent): void => event.preventDefault();
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isBusy}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={isBusy ? ignore : onClick}
    />
  );
}

import classes from './video-player.module.css';

/** A film, with the browser's own controls. */
export function VideoPlayer({ source }: { source: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: what models make has no captions
    <video className={classes.video} src={source} controls playsInline preload="metadata" />
  );
}

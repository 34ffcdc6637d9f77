/** What a prompt says of the film behind its words. */
export interface Commands {
  /** Wins over a length, also over one in the body. */
  frames?: number;
  duration?: number;
  resolution?: string;
}

/** Reads `A cat --rs 480p --dur 5`, as the models up to 1.5 do. What is no value of a command is overlooked. */
export function readCommands(prompt: string, model: string): Commands {
  if (!/seedance-1-/.test(model)) return {};
  const [frames, duration, resolution] = [
    /--frames\s+(\d{2,3})(?!\d)/i.exec(prompt)?.[1],
    /--(?:duration|dur)\s+(\d{1,2})(?!\d)/i.exec(prompt)?.[1],
    /--(?:resolution|rs)\s+(\d{3,4}p)/i.exec(prompt)?.[1],
  ];
  return {
    ...(frames !== undefined && !/seedance-1-5/.test(model) && { frames: Number(frames) }),
    ...(duration !== undefined && { duration: Number(duration) }),
    ...(resolution !== undefined && { resolution }),
  };
}

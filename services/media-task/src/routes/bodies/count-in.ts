/** How often something stands in a body; beyond `most` it is not counted further. */
export function countIn(body: Buffer, mark: string, most: number): number {
  let count = 0;
  for (let at = body.indexOf(mark); at !== -1 && count <= most; at = body.indexOf(mark, at + mark.length)) {
    count += 1;
  }
  return count;
}

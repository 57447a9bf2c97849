/** Reads a response up to this many bytes; undefined if it is longer. */
export const boundedBody = async (response: Response, most: number) => {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const lineEnd = '\r\n'
const encode = (text: string) => new TextEncoder().encode(text)
const headEnd = encode(lineEnd + lineEnd)

/** A buffer that grows at the end and shrinks at the front, without copying at every chunk. */
const growing = () => {
  let room = new Uint8Array(1 << 16)
  let [start, end] = [0, 0]
  return {
    view: () => room.subarray(start, end),
    add: (chunk: Uint8Array) => {
      if (end + chunk.length > room.length) {
        const next = new Uint8Array(Math.max(room.length, (end - start + chunk.length) * 2))
        next.set(room.subarray(start, end))
        ;[room, end, start] = [next, end - start, 0]
      }
      room.set(chunk, end)
      end += chunk.length
    },
    drop: (count: number) => {
      start += count
    },
  }
}

const find = (bytes: Uint8Array, wanted: Uint8Array, from: number) => {
  for (let at = bytes.indexOf(wanted[0]!, from); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, n) => bytes[at + n] === byte)) return at
  return -1
}

/** The parts of a multipart/related response (RFC 2387) as they arrive; one that ends too early throws. */
export async function* multipartParts(chunks: AsyncIterable<Uint8Array>, contentType: string) {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (!boundary) throw new Error('The answer is not multipart')
  const [first, mark] = [encode(`--${boundary}`), encode(`${lineEnd}--${boundary}`)]
  const bytes = growing()
  let expected: { body: number; length: number | undefined } | null = null
  let scanned = 0

  const nextPart = () => {
    const all = bytes.view()
    if (!expected) {
      const end = find(all, headEnd, 0)
      if (end < 0) return null
      const length = /content-length:\s*(\d+)/i.exec(new TextDecoder().decode(all.subarray(0, end)))?.[1]
      expected = { body: end + headEnd.length, length: length === undefined ? undefined : Number(length) }
      scanned = expected.body
    }
    // If the length is given, no byte of a picture is scanned.
    const { body, length } = expected
    const at = find(all, mark, length === undefined ? scanned : body + length)
    scanned = Math.max(body, all.length - mark.length)
    if (at < 0) return null
    const part = all.slice(body, at)
    bytes.drop(at + mark.length)
    expected = null
    return part
  }

  let isOpen = false
  for await (const chunk of chunks) {
    bytes.add(chunk)
    if (!isOpen) {
      const at = find(bytes.view(), first, 0)
      if (at < 0) continue
      bytes.drop(at + first.length)
      isOpen = true
    }
    for (let part = nextPart(); part; part = nextPart()) yield part
  }
  if (!new TextDecoder().decode(bytes.view().subarray(0, 2)).startsWith('--'))
    throw new Error('The answer was cut short')
}

/** The web's name of the encoding for a defined term (PS3.3 C.12.1.1.2); what is declared as ASCII may still be Latin-1. */
const encodings: Record<string, string> = {
  13: 'shift_jis',
  58: 'gbk',
  100: 'windows-1252',
  101: 'iso-8859-2',
  109: 'iso-8859-3',
  110: 'iso-8859-4',
  126: 'iso-8859-7',
  127: 'iso-8859-6',
  138: 'iso-8859-8',
  144: 'iso-8859-5',
  148: 'windows-1254',
  149: 'euc-kr',
  166: 'windows-874',
  192: 'utf-8',
  203: 'iso-8859-15',
  GB18030: 'gb18030',
  GBK: 'gbk',
}
const latin1 = 'windows-1252'
const japanese = 'euc-jp'

const decoders = new Map<string, TextDecoder>()
const decode = (encoding: string, bytes: Uint8Array) => {
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding)
  decoders.set(encoding, decoder)
  return decoder.decode(bytes)
}

/** The original byte of each character that dcmjs made of it. */
const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decode(latin1, Uint8Array.of(byte)), byte]))
const bytesOf = (text: string) => Uint8Array.from(text, (character) => byteOf.get(character) ?? 0x3f)

/** The character sets in effect: `upper` for the high half, `pairs` for the low half if two bytes make one character. */
type Shown = { upper: string; pairs?: 'JIS X 0208' | 'JIS X 0212' }

/** Escape sequences (PS3.3 C.12.1.1.2), each with what it changes. */
const escapes: Record<string, (shown: Shown) => Shown> = {
  '(B': ({ upper }) => ({ upper }),
  '(J': ({ upper }) => ({ upper }),
  $B: ({ upper }) => ({ upper, pairs: 'JIS X 0208' }),
  '$@': ({ upper }) => ({ upper, pairs: 'JIS X 0208' }),
  '$(D': ({ upper }) => ({ upper, pairs: 'JIS X 0212' }),
  ...Object.fromEntries(
    Object.entries({
      ')I': '13',
      '$)A': '58',
      '-A': '100',
      '-B': '101',
      '-C': '109',
      '-D': '110',
      '-F': '126',
      '-G': '127',
      '-H': '138',
      '-L': '144',
      '-M': '148',
      '$)C': '149',
      '-T': '166',
      '-b': '203',
    }).map(([sequence, term]) => [sequence, (shown: Shown) => ({ ...shown, upper: encodings[term] ?? latin1 })]),
  ),
}
const sequences = Object.keys(escapes).toSorted((one, other) => other.length - one.length)

const pairsOf = (bytes: Uint8Array, isSupplement: boolean) => {
  const raised = Array.from(bytes, (byte) => byte | 0x80)
  if (!isSupplement) return Uint8Array.from(raised)
  return Uint8Array.from(raised.flatMap((byte, at) => (at % 2 === 0 ? [0x8f, byte] : [byte])))
}

const decoded = (text: string, { upper, pairs }: Shown) =>
  pairs ? decode(japanese, pairsOf(bytesOf(text), pairs === 'JIS X 0212')) : decode(upper, bytesOf(text))

/** Decodes the texts of a dataset that names these character sets; a text begins in the first one. */
export const textDecoder = (terms: readonly string[]): ((text: string) => string) => {
  const [first = ''] = terms
  const number = /(\d+)\s*$/.exec(first)?.[1]
  const begin: Shown = { upper: encodings[/^gb/i.test(first) ? first.trim().toUpperCase() : (number ?? '')] ?? latin1 }
  return (text) => {
    // Only ASCII, without escapes.
    if (/^[\t\n\f\r -~]*$/.test(text)) return text
    if (begin.upper === 'utf-8') return decode('utf-8', bytesOf(text))
    const [start = '', ...rest] = text.split('\x1b')
    let shown = begin
    let whole = decoded(start, shown)
    for (const part of rest) {
      const sequence = sequences.find((candidate) => part.startsWith(candidate))
      shown = escapes[sequence ?? '']?.(shown) ?? shown
      whole += decoded(part.slice(sequence?.length ?? 0), shown)
    }
    return whole
  }
}
